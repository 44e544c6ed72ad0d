import { handleOnce } from "../dedupe/handle-once.ts";
import { createMemoryDedupeStore } from "../dedupe/memory-dedupe-store.ts";
import type { IncomingWebhook } from "../common/incoming-webhook.ts";
import { fromWebRequest } from "../web/from-web-request.ts";
import { toWebResponse } from "../web/to-web-response.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import type { ReceivingOptions } from "./webhook-receiver-options.ts";
import {
  challengeResponse,
  methodNotAllowedResponse,
  receivedResponse,
  toErrorResponse,
  type WebhookResponse,
} from "../common/webhook-response.ts";

/** Receives the webhooks of one endpoint. Its functions never reject: every error becomes a response. */
export interface WebhookReceiver {
  /**
   * Handles a web standard request. `platform` is the runtime's context; its `waitUntil`, if any, keeps the
   * runtime alive for work after the response.
   */
  readonly fetch: (request: Request, platform?: object) => Promise<Response>;
  /** Handles a request from an adapter. */
  readonly receive: (incoming: IncomingWebhook) => Promise<WebhookResponse>;
}

/** A verified and validated webhook. */
export interface OpenedWebhook {
  /** The event ID for error messages. */
  readonly eventId: string;
  /** The de-duplication key. Without one, the handler always runs. */
  readonly dedupeKey: string | undefined;
  /** The challenge to return if the sender asks for proof of ownership. No handler runs then. */
  readonly challenge?: string | undefined;
  /** Runs the handler. `undefined` if this event has none. */
  readonly handle: ((waitUntil: (work: Promise<unknown>) => void) => unknown) | undefined;
}

/** Returns a webhook that asks for proof of ownership. */
export function toChallenge(challenge: string): OpenedWebhook {
  return { eventId: "verification", dedupeKey: undefined, handle: undefined, challenge };
}

/** Creates a receiver from a function that verifies a webhook, validates its event and finds its handler. */
export function createReceiver(
  { dedupe, now = Date.now, onError = () => {} }: Pick<ReceivingOptions, "dedupe" | "now" | "onError">,
  open: (incoming: IncomingWebhook) => Promise<OpenedWebhook>,
): WebhookReceiver {
  const store = dedupe ?? createMemoryDedupeStore({ now });
  const report = shieldListener(onError);

  const run = async (incoming: IncomingWebhook): Promise<WebhookResponse> => {
    const { eventId, dedupeKey, handle, challenge } = await open(incoming);
    if (challenge !== undefined) return challengeResponse(challenge);
    if (handle === undefined) return receivedResponse;
    const waitUntil = (work: Promise<unknown>): void => {
      const reported = work.catch((cause: unknown) => {
        const message = `Work after the response to event ${eventId} failed.`;
        report(new WebhookReceiverError("background_failed", message, { cause }));
      });
      incoming.waitUntil?.(reported);
    };
    await handleOnce({ store, key: dedupeKey, eventId, handle: () => handle(waitUntil), onError: report });
    return receivedResponse;
  };

  const receive = async (incoming: IncomingWebhook): Promise<WebhookResponse> => {
    if (incoming.method !== "POST") return methodNotAllowedResponse;
    try {
      return await run(incoming);
    } catch (cause) {
      const error = toReceiverError(cause);
      report(error);
      return toErrorResponse(error);
    }
  };

  return {
    receive,
    fetch: async (request, platform) => toWebResponse(await receive(fromWebRequest(request, { platform }))),
  };
}

function toReceiverError(cause: unknown): WebhookReceiverError {
  if (cause instanceof WebhookReceiverError) return cause;
  const message = "A function passed to the receiver, such as its clock, threw an error.";
  return new WebhookReceiverError("configuration_invalid", message, { cause });
}

/** Wraps a listener so that it neither throws nor rejects. */
function shieldListener<Value>(listener: (value: Value) => unknown): (value: Value) => void {
  // Async, so that thrown errors and rejections end up in the same place.
  const listen = async (value: Value): Promise<unknown> => listener(value);
  return (value) => {
    listen(value).catch(() => {});
  };
}
