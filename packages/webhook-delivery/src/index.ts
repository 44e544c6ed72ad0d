export { defaultRetryPolicy, longRetryPolicy, retryDelay } from "./policy/retry-policy.ts";
export { steadyNow } from "./policy/steady-now.ts";
export { type CircuitPolicy, defaultCircuitPolicy } from "./policy/circuit-breaker.ts";
export { matchesEventType } from "./policy/event-type-pattern.ts";
export { matchesFilter, sharesChannel } from "./policy/event-filter.ts";
export { decideOutcome, type Outcome, type OutcomeQuestion } from "./policy/decide-outcome.ts";
export type { AddressGuardOptions } from "./sender/address-guard.ts";
export type { RequestHeaders, ResponseHeaders } from "./sender/exchange.ts";
export { checkEndpointUrl } from "./sender/target-url.ts";
export {
  createGuardedClient,
  type GetRequest,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedExchange,
  type GuardedRequestOptions,
  type GuardedResponse,
  type PostRequest,
} from "./sender/guarded-client.ts";
export {
  createGuardedConnector,
  type EgressOptions,
  type GuardedConnectorOptions,
  type HostAddress,
  type Lookup,
} from "./sender/guarded-connection.ts";
export { AttemptError } from "./sender/attempt-error.ts";
export type {
  Destination,
  DestinationField,
  DestinationMessage,
  DestinationPublisher,
  DestinationReply,
  DestinationTarget,
  GuardedNetwork,
  GuardedTarget,
  PublishOptions,
} from "./sender/destination.ts";
export type { WebhookRequest } from "./sender/webhook-request.ts";
export {
  type ChallengedEndpoint,
  type ChallengeMessage,
  type ChallengeResult,
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from "./sender/webhook-sender.ts";
export { signDelivery } from "./sender/sign-webhook.ts";
export { DeliveryError, type DeliveryErrorCode } from "./errors/delivery-error.ts";
export type {
  AttemptRecord,
  Claim,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  DeliveryTaker,
  Recorded,
  RecordRequest,
  LeasePosition,
  RetentionPolicy,
} from "./store/delivery-queue.ts";
export type { DeliveryStore, SecretBox } from "./store/delivery-store.ts";
export type { AttemptErrorCode, AttemptResult } from "./model/attempt-result.ts";
export type {
  Attempt,
  Delivery,
  DeliveryCount,
  DeliveryCountQuery,
  DeliveryQuery,
  DeliveryState,
  EventKey,
  ExpungeInput,
  FailureGroup,
  FailureGroupQuery,
  FailureReason,
  OverdueDelivery,
  Page,
  StoredEvent,
} from "./model/delivery.ts";
export type {
  Circuit,
  ClientCertificate,
  DisabledNotice,
  DisabledReason,
  Endpoint,
  EndpointAuthentication,
  EndpointChange,
  EndpointDestination,
  EndpointHour,
  EndpointInput,
  EndpointOptions,
  EndpointQuery,
  EndpointStatistics,
  EndpointStatus,
  EndpointUpdate,
  FieldCondition,
  FieldValue,
  HoldTarget,
  JsonValue,
  RateLimit,
  ResponsePolicy,
  RetryPolicy,
  SignatureFamily,
} from "./model/endpoint.ts";
export type { EnqueuedEvent, EventInput, Ordering, PublishInput } from "./model/event-input.ts";
export type { Poll, PolledDelivery, PollRequest } from "./model/poll.ts";
export { latencyPercentile } from "./queue/latency-counts.ts";
export type { Recovery, RecoveryInput, RecoverySelection, RecoveryStatus } from "./model/recovery.ts";
export { deliverDue, type DeliverDueOptions } from "./worker/deliver-due.ts";
export { createDeliveryWorker, type DeliveryWorker } from "./worker/delivery-worker.ts";
export type { DeliveryWorkerOptions, Send } from "./worker/delivery-worker-options.ts";
