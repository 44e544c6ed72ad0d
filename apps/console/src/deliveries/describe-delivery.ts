import { isCustomEventType, webhookEventTypes } from "@plugboard/api";
import type { DeliveryHold, DeliveryResource, DeliveryWait, EndpointEventType } from "@plugboard/api/client";
import { formatDuration, formatList } from "../ui/format.ts";

const holdWords: Readonly<Record<DeliveryHold, string>> = {
  endpoint_paused: "the endpoint is paused",
  endpoint_unverified: "the endpoint has not been verified",
  endpoint_disabled: "the endpoint is switched off",
  installation_paused: "the installation is paused",
  other: "the platform keeps it back",
};

const failureWords: Readonly<Record<NonNullable<DeliveryResource["failure"]>, string>> = {
  exhausted: "Every retry failed.",
  rejected: "The endpoint refused it; a retry would not change that.",
  gone: "The endpoint responded with 410: nobody is there any more.",
  disabled: "The endpoint was disabled before its turn came.",
  canceled: "Somebody canceled it.",
  expired: "It was too old when its turn came.",
};

/** Why a delivery is where it is, in one sentence. @param now - milliseconds since 1970 */
export function describeDelivery(
  { status, wait, failure }: Pick<DeliveryResource, "status" | "wait" | "failure">,
  now: number,
): string {
  if (failure !== undefined) return failureWords[failure];
  if (status === "sending") return "A request is in flight.";
  if (wait === undefined) return "";
  const rest = wait.until === undefined ? 0 : Math.max(0, Date.parse(wait.until) - now);
  const sentences: Readonly<Record<DeliveryWait["reason"], string>> = {
    held: `Held: ${formatList((wait.holds ?? []).map((hold) => holdWords[hold]))}.`,
    failing: `Held: the endpoint keeps failing; next probe in ${formatDuration(rest)}.`,
    retry: `Next attempt in ${formatDuration(rest)}.`,
    ordered: "Waits behind an earlier delivery with the same ordering key.",
    queued: "Due now; it is sent as soon as a worker is free.",
  };
  return sentences[wait.reason];
}

/** Where a delivery goes, in words. */
export function nameTarget({ target }: Pick<DeliveryResource, "target">): string {
  return target.kind === "endpoint" ? target.url : target.integration;
}

/** The status as a list shows it: what is held back says so. */
export function statusWord({ status, wait }: Pick<DeliveryResource, "status" | "wait">): string {
  return wait?.reason === "held" || wait?.reason === "failing" ? "held" : status;
}

/** The type of a delivery's event, where webhook endpoints get such events. */
export function webhookTypeOf({
  eventType,
}: Pick<DeliveryResource, "eventType">): EndpointEventType | undefined {
  return isCustomEventType(eventType) ? eventType : webhookEventTypes.find((type) => type === eventType);
}
