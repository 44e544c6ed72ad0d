import type { DeliveryHold, DeliveryResource, DeliveryWait } from "@plugboard/api/client";
import { formatDuration, formatList } from "../ui/format.ts";

const holdLabels: Readonly<Record<DeliveryHold, string>> = {
  endpoint_paused: "the endpoint is paused",
  endpoint_unverified: "the endpoint isn’t verified",
  endpoint_disabled: "the endpoint is disabled",
  installation_paused: "the installation is paused",
  other: "the platform put it on hold",
};

const failureLabels: Readonly<Record<NonNullable<DeliveryResource["failure"]>, string>> = {
  exhausted: "All retries failed.",
  rejected: "The endpoint rejected it with a status that isn’t retried.",
  gone: "The endpoint responded with 410 Gone.",
  disabled: "The endpoint was disabled before the delivery was sent.",
  canceled: "Canceled by a user.",
  expired: "It expired before it could be sent.",
};

/**
 * Returns one sentence that explains the state of a delivery.
 * @param now - Unix time (ms)
 */
export function describeDelivery(
  { status, wait, failure }: Pick<DeliveryResource, "status" | "wait" | "failure">,
  now: number,
): string {
  if (failure !== undefined) return failureLabels[failure];
  if (status === "sending") return "A request is in progress.";
  if (wait === undefined) return "";
  const rest = wait.until === undefined ? 0 : Math.max(0, Date.parse(wait.until) - now);
  const sentences: Readonly<Record<DeliveryWait["reason"], string>> = {
    held: `Held: ${formatList((wait.holds ?? []).map((hold) => holdLabels[hold]))}.`,
    failing: `On hold because the endpoint keeps failing. Next probe in ${formatDuration(rest)}.`,
    retry: `Next attempt in ${formatDuration(rest)}.`,
    ordered: "Waiting for an earlier delivery with the same ordering key.",
    queued: "Due now. It is sent as soon as a worker is free.",
  };
  return sentences[wait.reason];
}

/** Returns the display name of a delivery's target. */
export function nameTarget({ target }: Pick<DeliveryResource, "target">): string {
  return target.kind === "endpoint" ? target.url : target.integration;
}

/** Returns the status as lists show it, with “held” for deliveries on hold. */
export function statusLabel({ status, wait }: Pick<DeliveryResource, "status" | "wait">): string {
  return wait?.reason === "held" || wait?.reason === "failing" ? "held" : status;
}
