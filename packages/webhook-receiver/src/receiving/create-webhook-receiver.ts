import { SignatureError, signatureHeaderName, verify, type VerifyOptions } from "@plugboard/webhook-signer";
import { handleOnce } from "../dedupe/handle-once.ts";
import { createMemoryDedupeStore } from "../dedupe/memory-dedupe-store.ts";
import type { IncomingWebhook } from "../common/incoming-webhook.ts";
import { type ParsedEvent, parseEvent } from "./parse-event.ts";
import { resolveSecrets } from "./resolve-secrets.ts";
import { fromWebRequest } from "../web/from-web-request.ts";
import { toWebResponse } from "../web/to-web-response.ts";
import type { WebhookContext } from "../common/webhook-context.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { checkReceiverOptions, type WebhookReceiverOptions } from "./webhook-receiver-options.ts";
import {
  methodNotAllowedResponse,
  receivedResponse,
  toErrorResponse,
  type WebhookResponse,
} from "../common/webhook-response.ts";

const defaultMaxBodyBytes = 1024 * 1024;

/** Receives the webhooks of one endpoint. Neither function rejects: whatever goes wrong becomes a response. */
export interface WebhookReceiver {
  /**
   * Responds to a web standard request. `platform` is whatever the runtime passes along; when it has a `waitUntil`, such as
   * a Worker's context, that keeps the runtime alive for work after the response.
   */
  readonly fetch: (request: Request, platform?: object) => Promise<Response>;
  /** Responds to whatever an adapter made of its framework's request. */
  readonly receive: (incoming: IncomingWebhook) => Promise<WebhookResponse>;
}

/**
 * Makes a receiver that verifies a webhook over its raw body, checks it against the schema of its type, and runs the
 * handler once for each event.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` when there is no secret, or a limit is out of its range
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 *
 * export const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   events: { page_feedback: ({ feedback }) => console.log(feedback.rating) },
 * });
 * // Bun, Deno and whatever else speaks the web's Request and Response: pass receiver.fetch to the server.
 * ```
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
        const message = `Work after the response to event ${eventId} failed.`;
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

const configurationCodes: ReadonlySet<string> = new Set([
  "secret_missing",
  "secret_invalid",
  "option_invalid",
]);

/**
 * Verifies a webhook in the receiver's terms.
 *
 * @returns when it was signed, in Unix seconds
 * @throws {WebhookReceiverError} `signature_invalid`, or `configuration_invalid` when the receiver itself is to blame
 */
async function verifyWebhook(options: VerifyOptions): Promise<number> {
  try {
    const { timestamp } = await verify(options);
    return timestamp;
  } catch (cause) {
    if (!(cause instanceof SignatureError)) throw cause;
    const code = configurationCodes.has(cause.code) ? "configuration_invalid" : "signature_invalid";
    throw new WebhookReceiverError(code, cause.message, { cause });
  }
}

/** Makes a listener that neither throws nor rejects: whoever calls it goes on as if it had been heard. */
function shieldListener<Value>(listener: (value: Value) => unknown): (value: Value) => void {
  // Async, because a listener may be so too: what it throws and what it rejects with end the same way.
  const listen = async (value: Value): Promise<unknown> => listener(value);
  return (value) => {
    listen(value).catch(() => {});
  };
}
