import type { DeliveryState, FailureReason } from "../model/delivery.ts";
import type { DisabledReason, EndpointStatus } from "../model/endpoint.ts";
import type { RecoveryStatus } from "../model/recovery.ts";

/** Makes a function that turns a stored text back into one of `words`. Throws on any other text. */
function wordFrom<Word extends string>(name: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new TypeError(`stored ${name} is ${JSON.stringify(text)}`);
    return word;
  };
}

/** An endpoint's status, from its column. */
export const endpointStatusFrom: (text: string) => EndpointStatus = wordFrom("endpoint status", [
  "active",
  "paused",
  "disabled",
]);

/** Why an endpoint is disabled, from its column. */
export const disabledReasonFrom: (text: string) => DisabledReason = wordFrom("disabled reason", [
  "gone",
  "failing",
]);

/** A delivery's state, from its column. */
export const deliveryStateFrom: (text: string) => DeliveryState = wordFrom("delivery state", [
  "scheduled",
  "waiting",
  "sending",
  "delivered",
  "failed",
]);

/** Why a delivery failed, from its column. */
export const failureReasonFrom: (text: string) => FailureReason = wordFrom("failure reason", [
  "exhausted",
  "rejected",
  "gone",
  "disabled",
  "canceled",
]);

/** A recovery's status, from its column. */
export const recoveryStatusFrom: (text: string) => RecoveryStatus = wordFrom("recovery status", [
  "running",
  "done",
  "canceled",
]);
