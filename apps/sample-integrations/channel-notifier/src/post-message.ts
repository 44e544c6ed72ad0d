import type { ChatAccess } from "./list-channels.ts";

/** A message to a channel. */
export interface Message {
  /** The channel's ID. */
  readonly channel: string;
  readonly text: string;
}

/**
 * The outcome of posting a message. If the chat was busy, it can be retried after the requested number of
 * seconds.
 */
export type PostOutcome =
  | { readonly type: "posted" }
  | { readonly type: "busy"; readonly reason: string; readonly waitSeconds: number }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Posts a message. Never throws on a chat failure. If a response is lost, a retry posts the message twice; if
 * your chat accepts idempotency keys, send one.
 */
export async function postMessage({ origin, token }: ChatAccess, message: Message): Promise<PostOutcome> {
  try {
    const response = await fetch(`${origin}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(5000),
    });
    return toOutcome(response);
  } catch (error) {
    return { type: "busy", reason: `no response: ${String(error)}`, waitSeconds: 0 };
  }
}

function toOutcome({ ok, status, headers }: Response): PostOutcome {
  if (ok) return { type: "posted" };
  const reason = `status ${status}`;
  if (status !== 429 && status < 500) return { type: "refused", reason };
  const waitSeconds = Number(headers.get("retry-after"));
  return { type: "busy", reason, waitSeconds: Number.isFinite(waitSeconds) ? waitSeconds : 0 };
}
