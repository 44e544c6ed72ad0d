import { createHash } from "node:crypto";
import type { JsonObject } from "@plugboard/api";

/** The facts that identify a subscription. */
export interface SubscriptionKey {
  readonly organizationId: string;
  readonly subscriber: Subscriber;
  readonly url: string;
  readonly installationId: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The agent, person or program that subscribed. */
export interface Subscriber {
  readonly type: "admin" | "member" | "key";
  /** Empty for the administrator. */
  readonly id: string;
  /** The agent that a member connected; empty without one. */
  readonly clientId: string;
}

/** Returns the ID of a subscription. The same subscriber gets the same ID for the same event, arguments and URL. */
export function subscriptionIdOf({ organizationId, subscriber, ...key }: SubscriptionKey): string {
  const { type, id, clientId } = subscriber;
  const text = canonicalJson([
    organizationId,
    type,
    id,
    clientId,
    key.url,
    key.name,
    key.installationId,
    key.arguments,
  ]);
  return `sub_${createHash("sha256").update(text).digest("base64url")}`;
}

/** Returns the hash of a callback URL, which is useless to readers of the database. */
export function hashOfUrl(url: string): string {
  return createHash("sha256").update(url).digest("base64url");
}

/** Returns JSON that doesn't depend on the order of fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
