import {
  audienceOf,
  type EmittedEventType,
  type EventAudience,
  type EventFields,
  sampleFields,
  type SampleLocation,
} from "@plugboard/content";
import type { ContentEvent } from "@plugboard/content/integration";
import {
  emitEvent,
  explainRecipient,
  listEvents,
  listInstallationEvents,
  type StoredEvent,
} from "@plugboard/platform";
import type { LogLine } from "@plugboard/runtime";
import type { RecordedDispatch, World } from "./open-world.ts";
import type { ApiCall } from "./record-api-calls.ts";
import { testIds, testUrls } from "./test-ids.ts";
import { TestPlatformError } from "../errors/test-platform-error.ts";

/** The integration's result for an event. */
export interface EventResult {
  readonly type: EmittedEventType | (string & {});
  /**
   * The event as received by the installation. `undefined` for an edit whose event the integration does not
   * handle.
   */
  readonly event: ContentEvent | undefined;
  /** The response status. `undefined` if the integration does not handle the event type. */
  readonly status: number | undefined;
  /** The response's JSON, or its text if it is not JSON. */
  readonly response: unknown;
  /** The integration's log lines during the event. */
  readonly logs: readonly LogLine[];
  /** The integration's API calls during the event. */
  readonly apiCalls: readonly ApiCall[];
  /** The events queued as a result: tasks, and events caused by API calls of the integration. */
  readonly queued: readonly StoredEvent[];
}

/** Options for failing handlers. */
export interface FailureOptions {
  /** Returns the result of a failed handler instead of throwing. Defaults to false. */
  readonly allowFailure?: boolean | undefined;
}

const maxRounds = 100;

const location: SampleLocation = {
  spaceId: testIds.space,
  siteId: testIds.site,
  pageId: testIds.page,
  pageUrl: `${testUrls.public}/docs/welcome`,
  revisionId: "revision_2",
};

/**
 * Emits an event and returns the integration's result. Resulting events are queued.
 *
 * @throws TestPlatformError `not_sent`, `handler_failed`
 */
export async function emitSample<Type extends EmittedEventType>(
  world: World,
  type: Type,
  overrides: Partial<EventFields<Type>>,
  options: FailureOptions,
): Promise<EventResult> {
  const { platform, installationId } = world;
  const audience = audienceOf(type);
  const fields = sampleFields(type, location);
  const address = {
    ...(isOfInstallation(audience) && { installationId }),
    ...(audience.startsWith("space") && { resource: { kind: "space", id: testIds.space } }),
    ...(audience.startsWith("site") && { resource: { kind: "site", id: testIds.site } }),
  };
  const earlier = new Set(
    (await listInstallationEvents(platform, installationId, { limit: 1 })).items.map(
      ({ event }) => event.eventId,
    ),
  );
  const result = await follow(world, type, options, () =>
    emitEvent<string>(platform, { type, fields: { ...fields, ...overrides }, ...address }),
  );
  if (result.status !== undefined) return result;
  const received = (await listInstallationEvents(platform, installationId, { limit: 1 })).items;
  const [newest] = received.filter(({ event }) => event.type === type && !earlier.has(event.eventId));
  // The payload was validated when the event was written.
  if (newest !== undefined) return { ...result, event: newest.event as unknown as ContentEvent };
  const { space: spaceId, site: siteId } = testIds;
  const reason = await explainRecipient(platform, installationId, type, { spaceId, siteId });
  throw new TestPlatformError("not_sent", `${type} has no recipient: ${reason ?? "it was not sent"}.`);
}

/** Runs an action that emits an event of a type, and returns the integration's result. */
export async function follow(
  world: World,
  type: string,
  { allowFailure = false }: FailureOptions,
  action: () => Promise<unknown>,
): Promise<EventResult> {
  const { platform, dispatches, logs, apiCalls } = world;
  const before = { dispatches: dispatches.length, logs: logs.length, apiCalls: apiCalls.length };
  const waiting = new Set((await listWaiting(world)).map(({ id }) => id));
  await action();
  await platform.runDue();
  const all = dispatches.slice(before.dispatches);
  if (!allowFailure) for (const dispatch of all) requireSuccess(dispatch);
  const dispatch = all.find(({ event }) => event.type === type);
  return {
    ...toResult(type, dispatch),
    logs: logs.slice(before.logs),
    apiCalls: apiCalls.slice(before.apiCalls),
    queued: (await listWaiting(world)).filter(({ id }) => !waiting.has(id)),
  };
}

/**
 * Advances the time until no tasks, resulting events or retries are queued.
 *
 * @throws TestPlatformError `handler_failed`, `endless`
 */
export async function runQueued(
  world: World,
  { allowFailure = false }: FailureOptions,
): Promise<readonly EventResult[]> {
  const { platform, clock, dispatches } = world;
  const first = dispatches.length;
  for (let rounds = 0; ; ) {
    if ((await platform.runDue()) > 0) {
      if (!allowFailure) for (const dispatch of dispatches.slice(first)) requireSuccess(dispatch);
      rounds += 1;
    } else {
      const next = await nextDueAt(world);
      if (next === undefined) break;
      clock.time = Math.max(clock.time, next);
    }
    if (rounds < maxRounds) continue;
    const [stored] = await listWaiting(world);
    throw new TestPlatformError(
      "endless",
      `Events are still queued after ${maxRounds} rounds; the next has the type ${stored?.type ?? "unknown"}. Does a handler cause its own event?`,
    );
  }
  return dispatches.slice(first).map((dispatch) => ({
    ...toResult(dispatch.event.type, dispatch),
    logs: dispatch.logs,
    apiCalls: dispatch.apiCalls,
    queued: [],
  }));
}

/** Returns the accepted events that were not sent yet, oldest first. */
export async function listWaiting({ platform }: World): Promise<readonly StoredEvent[]> {
  const { items } = await listEvents(platform, { limit: 1000 });
  return items.filter(({ recipients }) => recipients === undefined).toReversed();
}

async function nextDueAt(world: World): Promise<number | undefined> {
  const { platform, clock } = world;
  const { items } = await platform.deliveries.listDeliveries({ states: ["scheduled"], limit: 1000 });
  const times = [
    ...(await listWaiting(world)).map(({ dueAt }) => dueAt),
    ...items.flatMap(({ dueAt }) => dueAt ?? []),
  ].filter((time) => time > clock.time);
  return times.length === 0 ? undefined : Math.min(...times);
}

function toResult(
  type: string,
  dispatch: RecordedDispatch | undefined,
): Pick<EventResult, "type" | "event" | "status" | "response"> {
  if (dispatch === undefined) return { type, event: undefined, status: undefined, response: undefined };
  // A runtime event, because requests to public endpoints are dispatched separately.
  const event = dispatch.event as ContentEvent;
  return { type, event, status: dispatch.status, response: parseJson(dispatch.text) };
}

/** @throws TestPlatformError `handler_failed` */
function requireSuccess({ event, status, text, error }: RecordedDispatch): void {
  if (status < 400) return;
  const why = error instanceof Error ? error.message : text;
  throw new TestPlatformError(
    "handler_failed",
    `The integration responded to ${event.type} with ${status}: ${why} Pass { allowFailure: true } if that is expected.`,
    { cause: error },
  );
}

function isOfInstallation(audience: EventAudience): boolean {
  return audience !== "space" && audience !== "site";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
