export {
  admitAttempt,
  closedCircuit,
  defaultCircuitPolicy,
  recordAttempt,
  type CircuitAdmission,
  type CircuitPolicy,
} from "./policy/circuit-breaker.ts";
export { classifyAttempt, type AttemptClass } from "./policy/classify-attempt.ts";
export { decideOutcome, type Outcome, type OutcomeQuestion } from "./policy/decide-outcome.ts";
export {
  fullTokenBucket,
  takeToken,
  type TokenBucket,
  type TokenGrant,
} from "./policy/rate-limit.ts";
export { defaultRetryPolicy, longRetryPolicy, retryDelay, type RetryPolicy } from "./policy/retry-policy.ts";
export type { AddressGuardOptions } from "./sender/address-guard.ts";
export type { RequestHeaders, ResponseHeaders } from "./sender/attempt-headers.ts";
export type { AttemptErrorCode, AttemptResult, AttemptTimings } from "./model/attempt-result.ts";
export type { HostAddress, Lookup } from "./sender/open-connection.ts";
export type { PostedAttempt, PostResponse } from "./sender/perform-attempt.ts";
export {
  createWebhookSender,
  type GetRequest,
  type PostRequest,
  type SendOptions,
  type WebhookRequest,
  type WebhookSender,
  type WebhookSenderOptions,
} from "./sender/webhook-sender.ts";
export { DeliveryError, type DeliveryErrorCode } from "./delivery-error.ts";
export type {
  AttemptRecord,
  Claim,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  Recorded,
  RecordRequest,
  RetentionPolicy,
} from "./delivery-queue.ts";
export type {
  DeliveryStore,
  EndpointStore,
  EventStore,
  RecoveryStore,
  SecretBox,
} from "./delivery-store.ts";
export type {
  Attempt,
  Delivery,
  DeliveryQuery,
  DeliveryState,
  FailureReason,
  Page,
  StoredEvent,
} from "./model/delivery.ts";
export type {
  Circuit,
  DisabledNotice,
  DisabledReason,
  Endpoint,
  EndpointChange,
  EndpointInput,
  EndpointQuery,
  EndpointStatus,
  EndpointUpdate,
  JsonValue,
  RateLimit,
} from "./model/endpoint.ts";
export type { EndpointHour, EndpointStatistics } from "./model/endpoint-statistics.ts";
export type { EnqueuedEvent, EventInput, Ordering } from "./model/event-input.ts";
export type { Recovery, RecoveryInput, RecoveryStatus } from "./model/recovery.ts";
export { createDeliveryWorker, type DeliveryWorker } from "./worker/delivery-worker.ts";
export type { DeliveryWorkerOptions } from "./worker/delivery-worker-options.ts";
export type { Send } from "./worker/send.ts";
