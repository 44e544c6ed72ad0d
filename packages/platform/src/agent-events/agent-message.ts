import type { AgentEventOccurrence } from "./event-log.ts";

const maxBodyBytes = 262_144;

/** Returns the body of an event for an agent. `undefined` if it is too large. */
export function toEventBody(
  { eventId, name, timestamp, data }: AgentEventOccurrence,
  cursor: string,
): string | undefined {
  const body = JSON.stringify({ eventId, name, timestamp, data, cursor });
  return Buffer.byteLength(body) > maxBodyBytes ? undefined : body;
}

/** Returns the message that an event was skipped. Events after the cursor are sent or can be replayed. */
export function toGapBody(cursor: string): string {
  return JSON.stringify({ type: "gap", cursor });
}

/** Why a subscription ended: its subscriber lost access, its event or installation was removed, or it expired. */
export type EndReason = "revoked" | "removed" | "expired";

// The codes of the draft, whose clients get the message.
const endErrors = {
  revoked: { code: -32_024, message: "Forbidden", data: { reason: "Access revoked" } },
  removed: { code: -32_023, message: "NotFound", data: { kind: "event" } },
  expired: { code: -32_023, message: "NotFound", data: { kind: "subscription", reason: "Expired" } },
} as const satisfies Readonly<Record<EndReason, object>>;

/** Returns the message that a subscription ended. */
export function toTerminatedBody(reason: EndReason): string {
  return JSON.stringify({ type: "terminated", error: endErrors[reason] });
}

/** The category of a failed request, which reveals nothing about the response (SEP-3415). */
export type CallbackFailure =
  | "connection_refused"
  | "timeout"
  | "tls_error"
  | "http_4xx"
  | "http_5xx"
  | "challenge_failed";

const failureOfError: Readonly<Partial<Record<string, CallbackFailure>>> = {
  timeout: "timeout",
  tls_failed: "tls_error",
};

/** Returns the category of a failed request. */
export function toFailure({
  status,
  errorCode,
}: {
  readonly status?: number | undefined;
  readonly errorCode?: string | undefined;
}): CallbackFailure {
  if (status !== undefined && status >= 500) return "http_5xx";
  if (status !== undefined && status >= 400) return "http_4xx";
  if (status !== undefined) return "challenge_failed";
  return failureOfError[errorCode ?? ""] ?? "connection_refused";
}
