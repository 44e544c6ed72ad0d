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
import { lazyBody, matchesFilter } from "../policy/event-filter.ts";
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
  wordFrom,
} from "./columns.ts";

/** An endpoint's status, from its column. */
export const endpointStatusFrom: (text: string) => EndpointStatus = wordFrom("endpoint status", [
  "active",
  "disabled",
]);

const disabledReasonFrom: (text: string) => DisabledReason = wordFrom("disabled reason", ["gone", "failing"]);

/** The endpoint of a row. */
export function toEndpoint(row: Row, secretBox: SecretBox): Endpoint {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const reason = optionalText(row, "disabled_reason");
  const { circuit, failingSince } = toHealth(row);
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    ...fromStoredJson(secretBox.open(text(row, "sealed")), isSealedPart),
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

/** What an endpoint wants of the events of its types. */
export type Subscription = Pick<Endpoint, "filter" | "channels">;

/** The subscription of a row. */
function toSubscription(row: Row): Subscription {
  const stored = optionalText(row, "subscription");
  return stored === undefined ? {} : fromStoredJson(stored, isSubscription);
}

/** The value of the column `subscription`: null for an endpoint that wants all events of its types. */
export function fromSubscription({
  filter,
  channels,
}: Pick<EndpointChange, "filter" | "channels">): string | null {
  if ((filter ?? []).length + (channels ?? []).length === 0) return null;
  return JSON.stringify({ filter: filter ?? undefined, channels: channels ?? undefined });
}

/** Addresses an event to those of the endpoints of its tenant and type that want it. */
export function addressTo(
  rows: readonly Row[],
  { channels = [], ...event }: Omit<PublishInput, "tenant">,
): EventInput {
  const body = lazyBody(event.body);
  const wanting = rows.filter((row) => {
    const { filter, channels: wanted = [] } = toSubscription(row);
    const isInChannel = wanted.length === 0 || wanted.some((channel) => channels.includes(channel));
    return isInChannel && (filter === undefined || matchesFilter(filter, body()));
  });
  return { ...event, endpointIds: wanting.map((row) => text(row, "id")) };
}

function isSubscription(value: unknown): value is Subscription {
  return isJsonObject(value);
}

type SealedPart = Pick<Endpoint, "url" | "secrets" | "options">;

/** The value of the column `sealed`: the secrets, and the URL and the options, because URLs and headers may hold tokens too. */
export function sealEndpoint(
  { url = "", secrets, options }: Pick<EndpointInput, "url" | "secrets"> & Pick<EndpointChange, "options">,
  secretBox: SecretBox,
): string {
  return secretBox.seal(JSON.stringify({ url, secrets, options: options ?? undefined }));
}

function isSealedPart(value: unknown): value is SealedPart {
  return isJsonObject(value) && typeof value["url"] === "string" && isTextList(value["secrets"]);
}

/** Whether nothing limits what may be sent to a row's endpoint: no hold, limit or failures, and no consumer that polls. */
export function isUnlimited(row: Row): boolean {
  const limits = ["max_concurrency", "rate_per_second", "circuit", "poll_position"];
  return !isHeld(row) && limits.every((column) => row[column] === null);
}

/** Whether something holds a row's endpoint. */
export function isHeld(row: Row): boolean {
  return text(row, "holds") !== "[]";
}

/** The value of the column `holds` of an endpoint that has its tenant's holds and some of its own. */
export function joinHolds(ofTenant: string, own: readonly string[] = []): string {
  if (own.length === 0) return ofTenant;
  const holds = new Set([...fromStoredJson(ofTenant, isTextList), ...own]);
  // As PostgreSQL sorts with the collation "C", which SQLite does by itself.
  return JSON.stringify([...holds].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

/** The health of a row's endpoint. */
export function toHealth(row: Row): EndpointHealth {
  const circuit = optionalText(row, "circuit");
  const failingSince = optionalNumber(row, "failing_since");
  return {
    circuit: circuit === undefined ? closedCircuit : fromStoredJson(circuit, isCircuit),
    bucket: { fullAt: number(row, "bucket_full_at") },
    failingSince,
  };
}

/** The values of the columns `circuit`, `bucket_full_at` and `failing_since`, in this order. */
export function fromHealth({ circuit, bucket, failingSince }: EndpointHealth): (string | number | null)[] {
  return [isPristine(circuit) ? null : JSON.stringify(circuit), bucket.fullAt, failingSince ?? null];
}

function isCircuit(value: unknown): value is Circuit {
  return isJsonObject(value) && ["closed", "open", "half-open"].some((state) => state === value["state"]);
}

/** The rate limit of a row's endpoint. */
export function toRateLimit(row: Row): RateLimit | undefined {
  const perSecond = optionalNumber(row, "rate_per_second");
  const burst = optionalNumber(row, "rate_burst");
  return perSecond === undefined || burst === undefined ? undefined : { perSecond, burst };
}

/** The notice of a row; `endpoint_id` holds the endpoint's public id. */
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

/** The endpoint hour of a row. */
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

/** A box that stores secrets as they are. */
export const openSecretBox: SecretBox = { seal: (text) => text, open: (text) => text };

/** Spares opening the same secret again for every claim. Remembers at most `maxSecrets`. */
export function rememberSecrets(box: SecretBox, maxSecrets: number): SecretBox {
  const opened = new Map<string, string>();
  return {
    seal: (text) => box.seal(text),
    open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const text = box.open(sealed);
      if (opened.size >= maxSecrets) opened.clear();
      opened.set(sealed, text);
      return text;
    },
  };
}
