import type { SecretBox } from "../delivery-store.ts";
import type { DisabledNotice, Endpoint, RateLimit } from "../model/endpoint.ts";
import { closedCircuit } from "../policy/circuit-breaker.ts";
import { type EndpointHealth, isPristine } from "../queue/endpoint-health.ts";
import { number, optionalNumber, optionalText, type Row, text } from "./columns.ts";
import { toRowId } from "./row-id.ts";
import { fromStoredJson, isCircuit, isJsonObject, isTextList } from "./stored-json.ts";
import { disabledReasonFrom, endpointStatusFrom } from "./stored-words.ts";

/** The endpoint of a row. */
export function toEndpoint(row: Row, secretBox: SecretBox): Endpoint {
  const maxConcurrency = optionalNumber(row, "max_concurrency");
  const rateLimit = toRateLimit(row);
  const reason = optionalText(row, "disabled_reason");
  const { circuit, failingSince } = toHealth(row);
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    url: text(row, "url"),
    eventTypes: fromStoredJson(text(row, "event_types"), isTextList),
    secrets: fromStoredJson(secretBox.open(text(row, "secrets")), isTextList),
    kind: text(row, "kind"),
    metadata: fromStoredJson(text(row, "metadata"), isJsonObject),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    status: endpointStatusFrom(text(row, "status")),
    ...(reason === undefined ? {} : { disabledReason: disabledReasonFrom(reason) }),
    circuit,
    ...(failingSince === undefined ? {} : { failingSince }),
    createdAt: number(row, "created_at"),
    updatedAt: number(row, "updated_at"),
  };
}

/** The health of a row's endpoint. */
export function toHealth(row: Row): EndpointHealth {
  const circuit = optionalText(row, "circuit");
  const failingSince = optionalNumber(row, "failing_since");
  return {
    circuit: circuit === undefined ? closedCircuit : fromStoredJson(circuit, isCircuit),
    bucket: { fullAt: number(row, "bucket_full_at") },
    ...(failingSince === undefined ? {} : { failingSince }),
  };
}

/** The values of the columns `circuit`, `bucket_full_at` and `failing_since`, in this order. */
export function fromHealth({ circuit, bucket, failingSince }: EndpointHealth): (string | number | null)[] {
  return [isPristine(circuit) ? null : JSON.stringify(circuit), bucket.fullAt, failingSince ?? null];
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
    ...(failingSince === undefined ? {} : { failingSince }),
  };
}
