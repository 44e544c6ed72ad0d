/** Request headers by name in any case, like the web's `Headers`. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** What every adapter makes of its framework's request. */
export interface IncomingWebhook {
  readonly method: string;
  /** The request's URL, or its path where the framework knows no more. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /**
   * Reads the raw body once.
   *
   * @throws {WebhookReceiverError} `body_too_large` over the limit, `body_consumed`, `body_unreadable`
   */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array>;
  /** Keeps the runtime alive until the promise settles, where the runtime offers that. */
  readonly waitUntil?: (promise: Promise<unknown>) => void;
}
