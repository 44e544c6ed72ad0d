/** The worker data of a host thread. */
export interface HostData {
  /** The path of the bundle, with its source map next to it. */
  readonly file: string;
  readonly signingSecret: string;
}

/** A request for the integration, as sent to the thread. */
export interface HostRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

/**
 * A log or console line of the integration. Errors among the fields are objects with `message` and `stack`.
 */
export interface HostLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A request that the integration sent with `fetch`. */
export interface HostFetch {
  readonly method: string;
  /** The URL without its query, which can contain secrets. */
  readonly url: string;
  /** `undefined` if there was no response. */
  readonly status?: number | undefined;
  readonly failure?: string | undefined;
  readonly milliseconds: number;
}

/** A message from the thread. */
export type HostMessage =
  | { readonly kind: "fetch"; readonly fetch: HostFetch }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string }
  | { readonly kind: "log"; readonly log: HostLog }
  | {
      readonly kind: "response";
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    };
