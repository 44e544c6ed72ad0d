import type { DeliveryResource, PlatformEventResource } from "@plugboard/api/client";
import {
  getSampleEvent,
  listDeliveryAttempts,
  listEvents,
  listInstallationDeliveries,
  listIntegrationLogs,
} from "@plugboard/api/routes";

import type { Server } from "./connect.ts";
import { readInstalledIn, readKinds, type ResourceKind } from "./resource-kinds.ts";
import { watchChanges } from "./watch-changes.ts";

/** An entry in an installation's history. */
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
      /** The status of the last attempt's response. */
      readonly responseStatus?: number | undefined;
      /** The last attempt's error, if it failed. */
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
      /** The reason why the installation did not receive it. */
      readonly reason: string;
    };

/** Options for {@link followInstallation}. */
export interface FollowOptions {
  readonly server: Pick<Server, "api" | "origin" | "token">;
  readonly installationId: string;
  /** The name of the integration whose log is followed. */
  readonly integration: string;
  /** The number of past entries to report first. */
  readonly recent: number;
  /** Ends the iteration when aborted. */
  readonly signal: AbortSignal;
  /** Whether to continue after the past entries. */
  readonly follow: boolean;
}

const pageSize = 50;

/**
 * Yields an installation's deliveries, again after each change of state, and the events it did not receive.
 */
export async function* followInstallation(options: FollowOptions): AsyncGenerator<Followed, void> {
  const { recent, signal, follow } = options;
  const reported = new Set<string>();
  const changed = follow ? watchChanges(options) : undefined;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const entries = [
      ...(await readLogs(options, reported)),
      ...(await readDeliveries(options, reported)),
      ...(await readUnreceived(options, reported)),
    ];
    const sorted = entries.toSorted((a, b) => a.time.localeCompare(b.time));
    yield* isFirst ? sorted.slice(Math.max(0, sorted.length - recent)) : sorted;
    if (changed === undefined) return;
    await changed();
  }
}

async function readLogs(
  { server: { api }, integration, installationId: installation }: FollowOptions,
  reported: Set<string>,
): Promise<Followed[]> {
  const { items } = await api.call(listIntegrationLogs, {
    params: { integration },
    query: { installation, kind: "log", limit: pageSize },
  });
  return items
    .filter(({ id }) => !reported.has(`log ${id}`))
    .map(({ id, time, level, message, event, fields }) => {
      reported.add(`log ${id}`);
      return { kind: "log", time, level, message, eventId: event?.id, fields };
    });
}

async function readDeliveries(
  { server: { api }, installationId }: FollowOptions,
  reported: Set<string>,
): Promise<Followed[]> {
  const { items } = await api.call(listInstallationDeliveries, {
    params: { installationId },
    query: { limit: pageSize },
  });
  const changed = items.filter(({ id, status, attempts }) => {
    const state = `${id} ${status} ${attempts}`;
    // Pending deliveries are reported with their result.
    if (reported.has(state) || status === "sending" || (attempts === 0 && status !== "failed")) return false;
    reported.add(state);
    return true;
  });
  return await Promise.all(
    changed.map(async ({ id: deliveryId, eventId, eventType, createdAt, target, status, attempts }) => {
      const attempt = (
        await api.call(listDeliveryAttempts, { params: { installationId, deliveryId } })
      ).items.at(-1);
      const { responseStatus, error, responseExcerpt, startedAt = createdAt } = attempt ?? {};
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

async function readUnreceived(options: FollowOptions, reported: Set<string>): Promise<Followed[]> {
  const { installationId } = options;
  const { api } = options.server;
  const { items } = await api.call(listEvents, { query: { limit: pageSize } });
  const missed = items.filter(
    ({ id, recipients }) => recipients?.includes(installationId) === false && !reported.has(id),
  );
  if (missed.length === 0) return [];
  const kinds = await readKinds(api);
  const installed = await Promise.all(kinds.map((kind) => readInstalledIn(api, installationId, kind)));
  const resources = new Set(installed.flat());
  const followed: Followed[] = [];
  for (const event of missed) {
    reported.add(event.id);
    const resourceId = resourceIdOf(event, kinds);
    // Lifecycle events are for one installation.
    if (event.installationId !== undefined || !resources.has(resourceId ?? "")) continue;
    const { id: eventId, type, createdAt: time } = event;
    const { refusal } = await api.call(getSampleEvent, {
      params: { installationId, eventType: type },
      query: { resourceId },
    });
    // It would be received now, so the installation didn't exist or wasn't active back then.
    const reason = refusal ?? "the installation was not active yet";
    followed.push({ kind: "unreceived", time, eventId, type, reason });
  }
  return followed;
}

/** Returns the ID of an event's resource, from the field of its kind, such as `projectId`. */
function resourceIdOf(event: PlatformEventResource, kinds: readonly ResourceKind[]): string | undefined {
  const [id] = kinds.flatMap(({ kind }): unknown => Reflect.get(event, `${kind}Id`) ?? []);
  return typeof id === "string" ? id : undefined;
}
