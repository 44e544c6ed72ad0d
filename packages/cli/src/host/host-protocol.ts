/** The first message to a thread: what it is to run. */
export interface HostData {
  /** The bundle on the disk, its source map beside it. */
  readonly file: string;
  readonly signingSecret: string;
}

/** A request to the integration, on its way to the thread. */
export interface HostRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

/** A line that the integration logged, or printed. Errors among the fields are objects with `message` and `stack`. */
export interface HostLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What the thread reports. */
export type HostMessage =
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
