import { signatureHeaderName } from "@plugboard/webhook-signer";
import { fromWebRequest } from "./web/from-web-request.ts";
import { handleOnce } from "./dedupe/handle-once.ts";
import { createMemoryDedupeStore } from "./dedupe/memory-dedupe-store.ts";
import type { IncomingWebhook } from "./incoming-webhook.ts";
import { type ParsedEvent, parseEvent } from "./parse-event.ts";
import { resolveSecrets } from "./resolve-secrets.ts";
import { shieldListener } from "./shield-listener.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { toWebResponse } from "./web/to-web-response.ts";
import {
  methodNotAllowedResponse,
  receivedResponse,
  toErrorResponse,
  type WebhookResponse,
} from "./webhook-response.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { WebhookReceiverError } from "./webhook-receiver-error.ts";
import { checkReceiverOptions, type WebhookReceiverOptions } from "./webhook-receiver-options.ts";

const defaultMaxBodyBytes = 1024 * 1024;

/** Receives the webhooks of one endpoint. Neither function rejects: whatever goes wrong becomes an answer. */
export interface WebhookReceiver {
  /**
   * Answers a web standard request. `platform` is whatever the runtime passes along; when it has a `waitUntil`, such as
   * a Worker's context, that keeps the runtime alive for work after the answer.
   */
  readonly fetch: (request: Request, platform?: object) => Promise<Response>;
  /** Answers whatever an adapter made of its framework's request. */
  readonly receive: (incoming: IncomingWebhook) => Promise<WebhookResponse>;
}

/**
 * Makes a receiver that verifies a webhook over its raw body, checks it against the schema of its type, and runs the
 * handler once for each event.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` when there is no secret, or a limit is out of its range
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  checkReceiverOptions(options);
  const { now = Date.now, dedupe = createMemoryDedupeStore({ now }) } = options;
  const onError = shieldListener(options.onError ?? (() => {}));

  const run = async (incoming: IncomingWebhook): Promise<void> => {
    const { event, timestamp } = await parseIncoming(incoming, options);
    const { handle } = event;
    if (handle === undefined) return;
    const context = createContext(event, timestamp, incoming, onError);
    await handleOnce({ store: dedupe, event, handle: () => handle(context), onError });
  };

  const receive = async (incoming: IncomingWebhook): Promise<WebhookResponse> => {
    if (incoming.method !== "POST") return methodNotAllowedResponse;
    try {
      await run(incoming);
      return receivedResponse;
    } catch (cause) {
      const error = toReceiverError(cause);
      onError(error);
      return toErrorResponse(error);
    }
  };

  return {
    receive,
    fetch: async (request, platform) => toWebResponse(await receive(fromWebRequest(request, { platform }))),
  };
}

async function parseIncoming(
  incoming: IncomingWebhook,
  {
    secret,
    events,
    toleranceSeconds,
    maxBodyBytes = defaultMaxBodyBytes,
    now = Date.now,
  }: WebhookReceiverOptions,
): Promise<{ event: ParsedEvent; timestamp: number }> {
  const body = await incoming.readBody(maxBodyBytes);
  const timestamp = await verifyWebhook({
    secret: await resolveSecrets(secret, incoming, body),
    header: incoming.headers.get(signatureHeaderName),
    body,
    now: Math.floor(now() / 1000),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
  });
  return { event: parseEvent(body, events), timestamp };
}

function createContext(
  { eventId, type, installationId }: ParsedEvent,
  timestamp: number,
  { headers, waitUntil }: IncomingWebhook,
  onError: (error: WebhookReceiverError) => void,
): WebhookContext {
  return {
    eventId,
    type,
    installationId,
    timestamp,
    headers,
    waitUntil(work) {
      const reported = work.catch((cause: unknown) => {
        const message = `Work after the answer to event ${eventId} failed.`;
        onError(new WebhookReceiverError("background_failed", message, { cause }));
      });
      waitUntil?.(reported);
    },
  };
}

function toReceiverError(cause: unknown): WebhookReceiverError {
  if (cause instanceof WebhookReceiverError) return cause;
  const message = "Something the receiver was given threw, such as its clock.";
  return new WebhookReceiverError("configuration_invalid", message, { cause });
}
