import { vi } from "vitest";
import {
  createWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverError,
  type WebhookReceiverOptions,
} from "../index.ts";
import { pageFeedback, type SampleEvents, schemas, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

/** The response to an accepted webhook. */
export const received: readonly [number, unknown] = [200, { received: true }];

/** Creates a signed request, by default for page feedback. */
export const signedRequest = (event: object | string = pageFeedback): Promise<Request> =>
  createSignedRequest({ secret, event });

interface ReceiverSetup {
  readonly receiver: WebhookReceiver;
  /** The errors passed to `onError`, in order. */
  readonly errors: readonly WebhookReceiverError[];
  /** The catch-all handler. */
  readonly handled: ReturnType<typeof vi.fn<(event: unknown) => void>>;
  /** Sends a request and returns the status and the body, parsed if it is JSON. */
  readonly respond: (request: Request) => Promise<readonly [status: number, body: unknown]>;
}

/** Creates a receiver that records its catch-all handler's calls and its errors. */
export function setUpReceiver(
  options: Partial<Omit<WebhookReceiverOptions<SampleEvents>, "schemas">> = {},
): ReceiverSetup {
  const errors: WebhookReceiverError[] = [];
  const handled = vi.fn<(event: unknown) => void>();
  const receiver = createWebhookReceiver({
    secret,
    schemas,
    events: { "*": handled },
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    receiver,
    errors,
    handled,
    respond: async (request) => {
      const response = await receiver.fetch(request);
      const isJson = response.headers.get("content-type") === "application/json";
      return [response.status, isJson ? await response.json() : await response.text()];
    },
  };
}
