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

/** Receives the webhooks of one endpoint. Neither function rejects: whatever goes wrong becomes a response. */
export interface WebhookReceiver {
  /**
   * Responds to a web standard request. `platform` is whatever the runtime passes along; when it has a `waitUntil`, such
   * as a Worker's context, that keeps the runtime alive for work after the response.
   */
  readonly fetch: (request: Request, platform?: object) => Promise<Response>;
  /** Responds to whatever an adapter made of its framework's request. */
  readonly receive: (incoming: IncomingWebhook) => Promise<WebhookResponse>;
}

/** A webhook that was verified and checked. */
export interface OpenedWebhook {
  /** Identifies the event in messages. */
  readonly eventId: string;
  /** What the event is de-duplicated by; one without is handled whenever it comes. */
  readonly dedupeKey: string | undefined;
  /** What the sender wants to read, where it asks whether this endpoint is ours: nothing is handled then. */
  readonly challenge?: string | undefined;
  /** Runs the handler; absent when there is none for this event. */
  readonly handle: ((waitUntil: (work: Promise<unknown>) => void) => unknown) | undefined;
}

/** A webhook that asks whether this endpoint is ours. */
export function toChallenge(challenge: string): OpenedWebhook {
  return { eventId: "verification", dedupeKey: undefined, handle: undefined, challenge };
}

/** Makes a receiver out of what opens a webhook: verifies its signature, checks its event and finds its handler. */
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
  const message = "Something the receiver was given threw, such as its clock.";
  return new WebhookReceiverError("configuration_invalid", message, { cause });
}

/** Makes a listener that neither throws nor rejects: whoever calls it goes on as if it had been heard. */
function shieldListener<Value>(listener: (value: Value) => unknown): (value: Value) => void {
  // Async, because a listener may be so too: what it throws and what it rejects with end the same way.
  const listen = async (value: Value): Promise<unknown> => listener(value);
  return (value) => {
    listen(value).catch(() => {});
  };
}
