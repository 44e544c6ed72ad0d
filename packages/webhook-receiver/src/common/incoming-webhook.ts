/** Request headers with case-insensitive names, like `Headers`. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** A request as adapters pass it to the receiver. */
export interface IncomingWebhook {
  readonly method: string;
  /** The request URL, or only its path if the framework provides no more. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /**
   * Reads the raw body once.
   *
   * @throws {WebhookReceiverError} `body_too_large`, `body_consumed`, `body_unreadable`
   */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array>;
  /** Keeps the runtime alive until the promise settles, if the runtime supports it. */
  readonly waitUntil?: (promise: Promise<unknown>) => void;
}
