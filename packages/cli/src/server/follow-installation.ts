import type { DeliveryResource, PlatformEventResource } from "@plugboard/api/client";
import {
  getSampleEvent,
  listDeliveryAttempts,
  listEvents,
  listInstallationDeliveries,
  listIntegrationLogs,
  listSiteInstallations,
  listSpaceInstallations,
} from "@plugboard/api/routes";

import type { Server } from "./connect.ts";
import { watchChanges } from "./watch-changes.ts";

/** What happens around an installation. */
export type Followed =
  | {
      readonly kind: "delivery";
      readonly time: string;
      readonly eventId: string;
      readonly type: string;
      /** `integration`, or the URL of a webhook endpoint. */
      readonly to: string;
      readonly status: DeliveryResource["status"];
      readonly attempts: number;
      /** Of the last request. */
      readonly responseStatus?: number | undefined;
      /** What the last request came to, where it failed. */
      readonly error?: string | undefined;
    }
  | {
      readonly kind: "log";
      readonly time: string;
      readonly level: "debug" | "info" | "warn" | "error";
      readonly message: string;
      readonly eventId?: string | undefined;
      readonly fields?: Readonly<Record<string, unknown>> | undefined;
    }
  | {
      readonly kind: "unreceived";
      readonly time: string;
      readonly eventId: string;
      readonly type: string;
      /** Why the installation did not receive it. */
      readonly reason: string;
    };

/** How an installation is followed. */
export interface FollowOptions {
  readonly server: Pick<Server, "api" | "origin" | "token">;
  readonly installationId: string;
  /** Name of the integration, whose log is followed. */
  readonly integration: string;
  /** How much of what was before is reported. */
  readonly recent: number;
  /** Ends when it is aborted. */
  readonly signal: AbortSignal;
  /** Whether it goes on after what was before. */
  readonly follow: boolean;
}

const pageSize = 50;

/** Reports deliveries of an installation, each again when it has come further, and the events that it did not receive. */
export async function* followInstallation(options: FollowOptions): AsyncGenerator<Followed, void> {
  const { recent, signal, follow } = options;
  const known = new Set<string>();
  const changed = follow ? watchChanges(options) : undefined;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const found = [
      ...(await readLogs(options, known)),
      ...(await readDeliveries(options, known)),
      ...(await readUnreceived(options, known)),
    ];
    const sorted = found.toSorted((a, b) => a.time.localeCompare(b.time));
    yield* isFirst ? sorted.slice(Math.max(0, sorted.length - recent)) : sorted;
    if (changed === undefined) return;
    await changed();
  }
}

async function readLogs(
  { server: { api }, integration, installationId: installation }: FollowOptions,
  known: Set<string>,
): Promise<Followed[]> {
  const { items } = await api.call(listIntegrationLogs, {
    params: { integration },
    query: { installation, kind: "log", limit: pageSize },
  });
  return items
    .filter(({ id }) => !known.has(`log ${id}`))
    .map(({ id, time, level, message, event, fields }) => {
      known.add(`log ${id}`);
      return { kind: "log", time, level, message, eventId: event?.id, fields };
    });
}

async function readDeliveries(
  { server: { api }, installationId }: FollowOptions,
  known: Set<string>,
): Promise<Followed[]> {
  const { items } = await api.call(listInstallationDeliveries, {
    params: { installationId },
    query: { limit: pageSize },
  });
  const changed = items.filter(({ id, status, attempts }) => {
    const state = `${id} ${status} ${attempts}`;
    // What is on its way is reported with what came of it.
    if (known.has(state) || status === "sending" || (attempts === 0 && status !== "failed")) return false;
    known.add(state);
    return true;
  });
  return await Promise.all(
    changed.map(async ({ id: deliveryId, eventId, eventType, createdAt, target, status, attempts }) => {
      const made = (
        await api.call(listDeliveryAttempts, { params: { installationId, deliveryId } })
      ).items.at(-1);
      const { responseStatus, error, responseExcerpt, startedAt = createdAt } = made ?? {};
      const failed = status !== "delivered";
      return {
        kind: "delivery" as const,
        time: startedAt,
        eventId,
        type: eventType,
        to: target.kind === "endpoint" ? target.url : "integration",
        status,
        attempts,
        responseStatus,
        error: failed ? (error ?? responseExcerpt) : undefined,
      };
    }),
  );
}

async function readUnreceived(options: FollowOptions, known: Set<string>): Promise<Followed[]> {
  const { installationId } = options;
  const { api } = options.server;
  const { items } = await api.call(listEvents, { query: { limit: pageSize } });
  const missed = items.filter(
    ({ id, recipients }) => recipients?.includes(installationId) === false && !known.has(id),
  );
  if (missed.length === 0) return [];
  const places = await readPlaces(options);
  const followed: Followed[] = [];
  for (const event of missed) {
    known.add(event.id);
    if (!concerns(event, places)) continue;
    const { id: eventId, type, createdAt: time, spaceId, siteId } = event;
    const { refusal } = await api.call(getSampleEvent, {
      params: { installationId, eventType: type },
      query: { spaceId, siteId },
    });
    // It would receive it by now; then, it was not yet installed, or not active.
    const reason = refusal ?? "the installation was not active yet";
    followed.push({ kind: "unreceived", time, eventId, type, reason });
  }
  return followed;
}

/** The spaces and sites that an installation is in. */
async function readPlaces({ server: { api }, installationId }: FollowOptions): Promise<ReadonlySet<string>> {
  const params = { installationId };
  const spaces = await api.call(listSpaceInstallations, { params });
  const sites = await api.call(listSiteInstallations, { params });
  return new Set([...spaces.items.map(({ space }) => space), ...sites.items.map(({ site }) => site)]);
}

/** Whether an event happened where the installation is; what is about another installation, or its own life, does not count. */
function concerns(
  { installationId: only, spaceId, siteId }: PlatformEventResource,
  places: ReadonlySet<string>,
): boolean {
  return only === undefined && places.has(spaceId ?? siteId ?? "");
}
