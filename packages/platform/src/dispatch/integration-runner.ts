import type { AttemptResult } from "@plugboard/webhook-delivery";
import type { PublishedScript } from "../integrations/bundles.ts";

interface PublishedVersion {
  /** The integration's name. */
  readonly name: string;
  /** Counts publications from 1. Together with the name it identifies the code. */
  readonly version: number;
  /** The keys that sign the request, newest first. */
  readonly signingSecrets: readonly string[];
}

/** A published version of an integration that its author hosts. */
export interface UrlTarget extends PublishedVersion {
  /** The URL of the published version. */
  readonly url: string;
  readonly script?: undefined;
}

/** A published version of an integration that the platform runs. */
export interface ScriptTarget extends PublishedVersion {
  /** The organization it is called for. A script shares no state between organizations. */
  readonly organization: string;
  readonly script: {
    /** The hash of the code: `hashOfBundle` of `@plugboard/api`. */
    readonly hash: string;
    /** Loads the code if the runner does not have it yet. */
    readonly load: () => Promise<PublishedScript>;
  };
  readonly url?: undefined;
}

/** A published version of an integration, as a runner calls it. */
export type RunnerTarget = UrlTarget | ScriptTarget;

/** The body of a request to an integration, ready to be signed and sent. */
export interface RunnerEnvelope {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** The limits of one request. */
export interface RunnerOptions {
  /** From the start of the integration to the last byte of its response. */
  readonly timeoutMilliseconds: number;
  /** The maximum size of the response body after decompression. */
  readonly maxResponseBytes: number;
  /** Aborts the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** An integration's complete response. */
export interface RunnerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The outcome of a request. */
export interface RunnerExchange {
  /** For the attempt log. Has an error code if there was no complete response. */
  readonly result: AttemptResult;
  /** `undefined` if the response is incomplete or has more than `maxResponseBytes`. */
  readonly response?: RunnerResponse | undefined;
}

/** Options for `retire`. */
export interface RetireOptions {
  /** Versions that keep running. Defaults to none. */
  readonly keepVersions?: readonly number[] | undefined;
  /** Stops only what runs for this organization. Defaults to all organizations. */
  readonly organization?: string | undefined;
  /** Aborts requests in flight and background work. Defaults to false. */
  readonly immediately?: boolean | undefined;
}

/** A version of a script that runs for an organization. */
export interface RunningScript {
  /** The integration's name. */
  readonly name: string;
  readonly version: number;
  readonly organization: string;
}

/**
 * Calls integrations, wherever they run. Signs every request. Never throws: errors are part of the result.
 * Every implementation passes `integrationRunnerContract` of `@plugboard/platform/testing`.
 */
export interface IntegrationRunner<Target extends RunnerTarget = RunnerTarget> {
  /** Sends an envelope to an integration. */
  readonly dispatch: (
    target: Target,
    envelope: RunnerEnvelope,
    options: RunnerOptions,
  ) => Promise<RunnerExchange>;
  /**
   * Asks an integration for its description. A script runner also prepares the version for its first
   * event.
   */
  readonly describe: (target: Target, options: RunnerOptions) => Promise<RunnerExchange>;
  /**
   * Stops a running integration. By default requests in flight finish first. A later request starts it again.
   */
  readonly retire: (name: string, options?: RetireOptions) => Promise<void>;
  /** Lists the scripts that have a process on this machine. `undefined` if the runner starts none. */
  readonly listRunning?: (() => Promise<readonly RunningScript[]>) | undefined;
  /** Aborts requests in flight with `aborted`. The runner cannot be used afterwards. */
  readonly close: () => Promise<void>;
}
