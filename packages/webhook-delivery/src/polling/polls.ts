import { setTimeout as delay } from "node:timers/promises";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { EndpointOptions } from "../model/endpoint.ts";
import type { Poll, PollRequest } from "../model/poll.ts";
import { expiryOf } from "../policy/expiry.ts";
import { checkNumber } from "../policy/check-number.ts";
import { number, optionalNumber, type Row, text } from "../rows/columns.ts";
import { toPolledDelivery } from "../rows/delivery-row.ts";
import { isHeld, toEndpoint } from "../rows/endpoint-row.ts";
import type { PollStore, SecretBox } from "../store/delivery-store.ts";
import { parsePageRequest } from "../queue/page.ts";
import { createPollRoom, type PollRoomOptions, type WaitingPoll } from "./poll-room.ts";

/** The size of bodies at which a poll returns no more deliveries. */
export const maxPollBytes: number = 4 * 1_024 * 1_024;

/** The number of deliveries acknowledged in one transaction. */
const acknowledgedAtOnce = 500;

/** The maximum wait of a poll (ms): proxies end much longer requests. */
const maxWaitMilliseconds = 30_000;

/** How often to check whether a disabled or held endpoint is open again. */
const lookAgainMilliseconds = 1_000;

/** The maximum number of rounds if all deliveries found had expired. */
const maxRounds = 10;

/** A position in the order of an endpoint's deliveries. */
export interface PollPosition {
  /** The endpoint's row. */
  readonly endpoint: number;
  /** The position of the previous delivery; 0 at the beginning. */
  readonly after: number;
}

/** The store's steps of a poll and an acknowledgment, each in its own transaction. */
export interface PollSteps {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  /** Throws `DeliveryError` (`endpoint_not_found`). */
  readonly findEndpoint: (id: string) => Promise<Row>;
  /** Returns the row of the unacknowledged delivery at a position. */
  readonly findHandedOut: (endpoint: number, position: number) => Promise<number | undefined>;
  /**
   * Assigns positions to due deliveries, in the order they were enqueued, until there are `limit` after the
   * position.
   */
  readonly handOut: (position: PollPosition, limit: number) => Promise<void>;
  /** Reads unacknowledged deliveries after a position. */
  readonly read: (position: PollPosition, limit: number) => Promise<readonly Row[]>;
  /** Fails expired deliveries. */
  readonly expire: (endpoint: number, deliveries: readonly number[]) => Promise<void>;
  /** Marks the oldest deliveries up to a position as delivered, unless a concurrent call just did. */
  readonly acknowledge: (endpoint: number, upTo: number, limit: number) => Promise<Acknowledged>;
}

/** The number of deliveries a step found, and the number it marked itself. */
export interface Acknowledged {
  readonly found: number;
  readonly marked: number;
}

/** Creates a store's polling functions from their steps. */
export function createPolls(steps: PollSteps & PollRoomOptions): PollStore {
  const room = createPollRoom(steps);
  return {
    async poll(request) {
      const { waitMilliseconds = 0, signal } = request;
      checkNumber(
        "waitMilliseconds",
        waitMilliseconds,
        { min: 0, max: maxWaitMilliseconds },
        "invalid_query",
      );
      const end = performance.now() + waitMilliseconds;
      for (;;) {
        const { endpoint, ...poll } = await pollOnce(steps, request);
        const left = end - performance.now();
        if (poll.deliveries.length > 0 || left <= 0 || signal?.aborted === true) {
          return { endpoint: toEndpoint(endpoint, steps.secretBox), ...poll };
        }
        // A closed endpoint returns none of its due deliveries, so checking again immediately is useless.
        if (isClosed(endpoint)) await waitAside(Math.min(left, lookAgainMilliseconds), signal);
        else await room.wait(toWaiting(endpoint), left, signal);
      }
    },
    async acknowledge(endpointId, cursor) {
      const row = await findPolling(steps, { endpointId });
      const upTo = await toPosition(steps, row, cursor);
      for (let acknowledged = 0; ; ) {
        const { found, marked } = await steps.acknowledge(number(row, "seq"), upTo, acknowledgedAtOnce);
        acknowledged += marked;
        if (found < acknowledgedAtOnce) return acknowledged;
      }
    },
  };
}

interface PolledRows extends Omit<Poll, "endpoint"> {
  /** The endpoint's row. */
  readonly endpoint: Row;
}

async function pollOnce(steps: PollSteps, request: PollRequest): Promise<PolledRows> {
  const { limit } = parsePageRequest(request);
  for (let round = 1; ; round += 1) {
    const endpoint = await findPolling(steps, request);
    const after = await toPosition(steps, endpoint, request.cursor);
    if (isClosed(endpoint)) return { endpoint, deliveries: [], cursor: request.cursor };
    const position = { endpoint: number(endpoint, "seq"), after };
    await steps.handOut(position, limit);
    const rows = await steps.read(position, limit);
    const { options } = toEndpoint(endpoint, steps.secretBox);
    const old = new Set(rows.filter((row) => isTooOld(row, options, steps.now())));
    const expired = [...old].map((row) => number(row, "seq"));
    if (expired.length > 0) await steps.expire(position.endpoint, expired);
    if (expired.length > 0 && expired.length === rows.length && round < maxRounds) continue;
    return {
      endpoint,
      ...toPoll(
        request,
        rows.filter((row) => !old.has(row)),
      ),
    };
  }
}

function toWaiting(row: Row): WaitingPoll {
  return { endpoint: number(row, "seq"), position: number(row, "poll_position") };
}

function isClosed(row: Row): boolean {
  return isHeld(row) || text(row, "status") === "disabled";
}

async function waitAside(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

async function findPolling({ findEndpoint }: PollSteps, { endpointId }: PollRequest): Promise<Row> {
  const row = await findEndpoint(endpointId);
  if (optionalNumber(row, "poll_position") !== undefined) return row;
  throw new DeliveryError(
    "not_polling",
    `endpoint ${endpointId} has a URL and cannot be polled; create it with polling`,
  );
}

// The cursor also contains the delivery's row, to detect cursors from before a database restore: the position
// could now belong to an unseen delivery.
async function toPosition(steps: PollSteps, row: Row, cursor: string | undefined): Promise<number> {
  const {
    after: [position = 0, delivery = 0],
  } = parsePageRequest({ cursor });
  if (position === 0) return 0;
  const handedOut = await steps.findHandedOut(number(row, "seq"), position);
  if (position <= number(row, "poll_position") && (handedOut ?? delivery) === delivery) return position;
  throw new DeliveryError(
    "invalid_query",
    `cursor is ${JSON.stringify(cursor)}, which is not from this endpoint; poll without a cursor to start at the oldest unacknowledged delivery`,
  );
}

function isTooOld(row: Row, options: EndpointOptions | undefined, now: number): boolean {
  const expiry = expiryOf(
    {
      createdAt: number(row, "created_at"),
      expiresAt: optionalNumber(row, "expires_at"),
      resends: number(row, "resent"),
    },
    options,
  );
  return now >= expiry;
}

function toPoll({ cursor }: PollRequest, rows: readonly Row[]): Pick<Poll, "deliveries" | "cursor"> {
  const last = rows.at(-1);
  return {
    deliveries: rows.map(toPolledDelivery),
    cursor: last === undefined ? cursor : `${number(last, "poll_position")}-${number(last, "seq")}`,
  };
}
