import { type Secrets, signatureHeaderName } from "@plugboard/webhook-signer";
import { fromWebRequest } from "./web/from-web-request.ts";
import type { DedupeStore } from "./dedupe/dedupe-store.ts";
import { handleOnce } from "./dedupe/handle-once.ts";
import { createMemoryDedupeStore } from "./dedupe/memory-dedupe-store.ts";
import type { IncomingWebhook } from "./incoming-webhook.ts";
import { type ParsedEvent, parseEvent } from "./parse-event.ts";
import { resolveSecrets, type SecretLookup } from "./resolve-secrets.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { toWebResponse } from "./web/to-web-response.ts";
import {
  methodNotAllowedAnswer,
  receivedAnswer,
  toErrorAnswer,
  type WebhookAnswer,
} from "./webhook-answer.ts";
import type { WebhookContext } from "./webhook-context.ts";
import type { WebhookHandlers } from "./webhook-handlers.ts";
import { WebhookReceiverError } from "./webhook-receiver-error.ts";

const defaultMaxBodyBytes = 1024 * 1024;

export interface WebhookReceiverOptions {
  /** The endpoint's signing secret, all that are live during a rotation, or a function that looks them up. */
  readonly secret: Secrets | SecretLookup;
  /** What to do with each type of event. */
  readonly events: WebhookHandlers;
  /** Remembers which events have been handled. Default: in memory, for two minutes. */
  readonly dedupe?: DedupeStore;
  /** Largest accepted distance between the signature's time and now, in seconds. Default 300; `Infinity` accepts any. */
  readonly toleranceSeconds?: number;
  /** Largest accepted body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Told of every webhook that was refused or whose handler failed; the receiver itself logs nothing. */
  readonly onError?: (error: WebhookReceiverError) => void;
  /** The receiver's clock in Unix milliseconds. Default: the current time. */
  readonly now?: () => number;
}

/** Receives the webhooks of one endpoint. */
export interface WebhookReceiver {
  /**
   * Answers a web standard request. `platform` is whatever the runtime passes along; when it has a `waitUntil`, such as
   * a Worker's context, that keeps the runtime alive for work after the answer.
   */
  readonly fetch: (request: Request, platform?: object) => Promise<Response>;
  /** Answers whatever an adapter made of its framework's request. */
  readonly receive: (incoming: IncomingWebhook) => Promise<WebhookAnswer>;
}

/**
 * Makes a receiver that verifies a webhook over its raw body, checks it against the schema of its type, and runs the
 * handler once for each event.
 *
 * @throws {WebhookReceiverError} `configuration_invalid` when there is no secret
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): WebhookReceiver {
  checkSecret(options.secret);
  const { dedupe = createMemoryDedupeStore(), onError = () => {} } = options;

  const run = async (incoming: IncomingWebhook): Promise<void> => {
    const { event, timestamp } = await parseIncoming(incoming, options);
    const { handle } = event;
    if (handle === undefined) return;
    const context = createContext(event, timestamp, incoming, onError);
    await handleOnce({ store: dedupe, event, handle: () => handle(context), onError });
  };

  const receive = async (incoming: IncomingWebhook): Promise<WebhookAnswer> => {
    if (incoming.method !== "POST") return methodNotAllowedAnswer;
    try {
      await run(incoming);
      return receivedAnswer;
    } catch (error) {
      if (!(error instanceof WebhookReceiverError)) throw error;
      onError(error);
      return toErrorAnswer(error);
    }
  };

  return {
    receive,
    fetch: async (request, platform) => toWebResponse(await receive(fromWebRequest(request, { platform }))),
  };
}

function checkSecret(secret: Secrets | SecretLookup): void {
  if (typeof secret === "function") return;
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((text) => typeof text === "string" && text.trim() !== "")) return;
  throw new WebhookReceiverError(
    "configuration_invalid",
    "The receiver has no signing secret, or an empty one. When it comes from an environment variable, check that the variable is set.",
  );
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
