import { vi } from "vitest";
import {
  createWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverError,
  type WebhookReceiverOptions,
} from "../index.ts";
import { pageFeedback, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

/** What the receiver responds to a webhook it took in. */
export const received: readonly [number, unknown] = [200, { received: true }];

/** A signed request, by default for a page's feedback. */
export const signedRequest = (event: object | string = pageFeedback): Promise<Request> =>
  createSignedRequest({ secret, event });

interface ReceiverSetup {
  readonly receiver: WebhookReceiver;
  /** What `onError` was called with, in order. */
  readonly errors: readonly WebhookReceiverError[];
  /** The catch-all handler. */
  readonly handled: ReturnType<typeof vi.fn<(event: unknown) => void>>;
  /** Sends a request and responds with the status and the body, parsed where it is JSON. */
  readonly respond: (request: Request) => Promise<readonly [status: number, body: unknown]>;
}

/** A receiver whose catch-all handler and errors can be looked at. */
export function setUpReceiver(options: Partial<WebhookReceiverOptions> = {}): ReceiverSetup {
  const errors: WebhookReceiverError[] = [];
  const handled = vi.fn<(event: unknown) => void>();
  const receiver = createWebhookReceiver({
    secret,
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
