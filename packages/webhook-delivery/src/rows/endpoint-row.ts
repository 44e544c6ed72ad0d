import type {
  Circuit,
  DisabledNotice,
  DisabledReason,
  Endpoint,
  EndpointChange,
  EndpointHour,
  EndpointInput,
  EndpointStatus,
  RateLimit,
} from "../model/endpoint.ts";
import type { EventInput, PublishInput } from "../model/event-input.ts";
import { lazyBody, matchesFilter, sharesChannel } from "../policy/event-filter.ts";
import { closedCircuit } from "../policy/circuit-breaker.ts";
import { latencyColumns } from "../queue/latency-counts.ts";
import { type EndpointHealth, isPristine } from "../queue/endpoint-health.ts";
import type { SecretBox } from "../store/delivery-store.ts";
import {
  fromStoredJson,
  isJsonObject,
  isTextList,
  number,
  optionalNumber,
  optionalText,
  type Row,
  text,
  toRowId,
  enumValue,
} from "./columns.ts";

export const endpointStatusFrom: (text: string) => EndpointStatus = enumValue("endpoint status", [
  "active",
  "disabled",
]);

const disabledReasonFrom: (text: string) => DisabledReason = enumValue("disabled reason", [
  "gone",
  "failing",
]);

export function toEndpoint(row: Row, secretBox: SecretBox): Endpoint {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const reason = optionalText(row, "disabled_reason");
  const { circuit, failingSince } = toHealth(row);
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    fairnessGroup: text(row, "fairness_group"),
    ...fromStoredJson(secretBox.decrypt(text(row, "encrypted")), isEncryptedPart),
    polling: optionalNumber(row, "poll_position") === undefined ? undefined : true,
    eventTypes: fromStoredJson(text(row, "event_types"), isTextList),
    ...toSubscription(row),
    kind: text(row, "kind"),
    metadata: fromStoredJson(text(row, "metadata"), isJsonObject),
    maxConcurrency,
    rateLimit,
    status: endpointStatusFrom(text(row, "status")),
    holds: fromStoredJson(text(row, "holds"), isTextList),
    disabledReason: reason === undefined ? undefined : disabledReasonFrom(reason),
    circuit,
    failingSince,
    createdAt: number(row, "created_at"),
    updatedAt: number(row, "updated_at"),
  };
}

/** An endpoint's filter and channels. */
export type Subscription = Pick<Endpoint, "filter" | "channels">;

function toSubscription(row: Row): Subscription {
  const stored = optionalText(row, "subscription");
  return stored === undefined ? {} : fromStoredJson(stored, isSubscription);
}

/** Returns the value of the column `subscription`: null if the endpoint has no filter or channels. */
export function fromSubscription({
  filter,
  channels,
}: Pick<EndpointChange, "filter" | "channels">): string | null {
  if ((filter ?? []).length + (channels ?? []).length === 0) return null;
  return JSON.stringify({ filter: filter ?? undefined, channels: channels ?? undefined });
}

/** Addresses an event to the matching endpoints of its tenant and type. */
export function addressTo(
  rows: readonly Row[],
  { channels = [], ...event }: Omit<PublishInput, "tenant">,
): EventInput {
  const body = lazyBody(event.body);
  const wanting = rows.filter((row) => {
    const { filter, channels: ofEndpoint = [] } = toSubscription(row);
    return sharesChannel(ofEndpoint, channels) && (filter === undefined || matchesFilter(filter, body()));
  });
  return { ...event, endpointIds: wanting.map((row) => text(row, "id")) };
}

function isSubscription(value: unknown): value is Subscription {
  return isJsonObject(value);
}

type EncryptedPart = Pick<Endpoint, "url" | "secrets" | "options">;

/**
 * Returns the value of the column `encrypted`: the secrets, and the URL and options, because URLs and headers
 * can contain tokens.
 */
export function encryptEndpoint(
  { url = "", secrets, options }: Pick<EndpointInput, "url" | "secrets"> & Pick<EndpointChange, "options">,
  secretBox: SecretBox,
): string {
  return secretBox.encrypt(JSON.stringify({ url, secrets, options: options ?? undefined }));
}

function isEncryptedPart(value: unknown): value is EncryptedPart {
  return isJsonObject(value) && typeof value["url"] === "string" && isTextList(value["secrets"]);
}

/** Returns whether an endpoint can be sent to freely: no hold, limit or failures, and not polling. */
export function isUnlimited(row: Row): boolean {
  const limits = ["max_concurrency", "rate_per_second", "circuit", "poll_position"];
  return !isHeld(row) && limits.every((column) => row[column] === null);
}

export function isHeld(row: Row): boolean {
  return text(row, "holds") !== "[]";
}

/** Returns the value of the column `holds`, which combines the tenant's holds with the endpoint's own. */
export function joinHolds(ofTenant: string, own: readonly string[] = []): string {
  if (own.length === 0) return ofTenant;
  const holds = new Set([...fromStoredJson(ofTenant, isTextList), ...own]);
  // Matches PostgreSQL's collation "C" and SQLite's default.
  return JSON.stringify([...holds].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

export function toHealth(row: Row): EndpointHealth {
  const circuit = optionalText(row, "circuit");
  const failingSince = optionalNumber(row, "failing_since");
  return {
    circuit: circuit === undefined ? closedCircuit : fromStoredJson(circuit, isCircuit),
    bucket: { fullAt: number(row, "bucket_full_at") },
    failingSince,
  };
}

/** Returns the values of the columns `circuit`, `bucket_full_at` and `failing_since`, in this order. */
export function fromHealth({ circuit, bucket, failingSince }: EndpointHealth): (string | number | null)[] {
  return [isPristine(circuit) ? null : JSON.stringify(circuit), bucket.fullAt, failingSince ?? null];
}

function isCircuit(value: unknown): value is Circuit {
  return isJsonObject(value) && ["closed", "open", "half-open"].some((state) => state === value["state"]);
}

export function toRateLimit(row: Row): RateLimit | undefined {
  const perSecond = optionalNumber(row, "rate_per_second");
  const burst = optionalNumber(row, "rate_burst");
  return perSecond === undefined || burst === undefined ? undefined : { perSecond, burst };
}

/** Converts a row to a notice; `endpoint_id` is the endpoint's public ID. */
export function toNotice(row: Row): DisabledNotice {
  const failingSince = optionalNumber(row, "failing_since");
  return {
    id: toRowId("notice", number(row, "seq")),
    endpointId: text(row, "endpoint_id"),
    reason: disabledReasonFrom(text(row, "reason")),
    disabledAt: number(row, "disabled_at"),
    failingSince,
  };
}

export function toEndpointHour(row: Row): EndpointHour {
  return {
    hour: number(row, "hour"),
    delivered: number(row, "delivered"),
    failed: number(row, "failed"),
    attempts: number(row, "attempts"),
    attemptMilliseconds: number(row, "attempt_milliseconds"),
    latencies: latencyColumns.map((column) => number(row, column)),
  };
}

/** Stores secrets without encryption. */
export const plainSecretBox: SecretBox = { encrypt: (text) => text, decrypt: (text) => text };

/** Caches decrypted secrets, so that claims don't decrypt the same ones again. Keeps at most `maxSecrets`. */
export function rememberSecrets(box: SecretBox, maxSecrets: number): SecretBox {
  const decrypted = new Map<string, string>();
  return {
    encrypt: (text) => box.encrypt(text),
    decrypt(encrypted) {
      const known = decrypted.get(encrypted);
      if (known !== undefined) return known;
      const text = box.decrypt(encrypted);
      if (decrypted.size >= maxSecrets) decrypted.clear();
      decrypted.set(encrypted, text);
      return text;
    },
  };
}
