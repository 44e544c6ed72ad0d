/** An integration as a runner reaches it. */
export interface RunnerTarget {
  /** Where it is hosted. */
  readonly url: string;
  /** Keys to sign with, the newest first. */
  readonly signingSecrets: readonly string[];
}

/** An integration's whole answer. */
export interface RunnerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Calls integrations, wherever they run. Calls are signed; the caller gets the integration's own response. */
export interface IntegrationRunner {
  /** @throws PlatformError `integration_unreachable` when there is no answer in time. */
  readonly dispatch: (
    target: RunnerTarget,
    envelope: { readonly contentType: string; readonly body: Uint8Array },
  ) => Promise<RunnerResponse>;
  /** Asks what the integration handles. @throws PlatformError `integration_unreachable` */
  readonly describe: (target: RunnerTarget) => Promise<RunnerResponse>;
  readonly close: () => Promise<void>;
}
