import type { AttemptResult } from "@plugboard/webhook-delivery";
import type { PublishedScript } from "../integrations/bundles.ts";

interface PublishedVersion {
  /** The integration's name. */
  readonly name: string;
  /** Counts its publications from 1; with the name it says which code is to run. */
  readonly version: number;
  /** Keys that the request is signed with, the newest first. */
  readonly signingSecrets: readonly string[];
}

/** A published version of an integration that its author hosts. */
export interface UrlTarget extends PublishedVersion {
  /** The URL it was published with. */
  readonly url: string;
  readonly script?: undefined;
}

/** A published version of an integration that the platform runs. */
export interface ScriptTarget extends PublishedVersion {
  /** The organization it's called for. A script shares no state between organizations. */
  readonly organization: string;
  readonly script: {
    /** Names the code by its content: `hashOfBundle` of `@plugboard/api`. */
    readonly hash: string;
    /** Loads the code, where the runner does not have it yet. */
    readonly load: () => Promise<PublishedScript>;
  };
  readonly url?: undefined;
}

/** A published version of an integration, as a runner reaches it. */
export type RunnerTarget = UrlTarget | ScriptTarget;

/** The body of a request to an integration, ready to be signed and sent. */
export interface RunnerEnvelope {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** The bounds of one request. */
export interface RunnerOptions {
  /** For everything from the start of the integration to the last byte of its response. */
  readonly timeoutMilliseconds: number;
  /** How much of the response's body is read, after decompression. */
  readonly maxResponseBytes: number;
  /** Ends the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** An integration's whole response. */
export interface RunnerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a request led to. */
export interface RunnerExchange {
  /** For the attempt log. It has an error code when no response arrived, or not all of it. */
  readonly result: AttemptResult;
  /** Absent when bytes of it are missing, be it that it has more than `maxResponseBytes`. */
  readonly response?: RunnerResponse | undefined;
}

/** What to end of an integration. */
export interface RetireOptions {
  /** Versions that keep running. Defaults to none. */
  readonly keepVersions?: readonly number[] | undefined;
  /** Ends only what runs for this organization. Defaults to all of them. */
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
 * Calls integrations, wherever they run. Every request is signed. Whatever goes wrong with one is in its result: nothing is
 * thrown. `integrationRunnerContract` of `@plugboard/platform/testing` is what every implementation passes.
 */
export interface IntegrationRunner<Target extends RunnerTarget = RunnerTarget> {
  /** Hands an envelope to an integration. */
  readonly dispatch: (
    target: Target,
    envelope: RunnerEnvelope,
    options: RunnerOptions,
  ) => Promise<RunnerExchange>;
  /** Asks an integration what it handles. A runner of scripts makes the version ready for its first event on this. */
  readonly describe: (target: Target, options: RunnerOptions) => Promise<RunnerExchange>;
  /** Ends what runs of an integration. Requests in flight finish first, unless told otherwise. A later request starts it again. */
  readonly retire: (name: string, options?: RetireOptions) => Promise<void>;
  /** Lists the scripts that have a process on this machine. `undefined` if the runner starts none. */
  readonly listRunning?: (() => Promise<readonly RunningScript[]>) | undefined;
  /** Ends requests in flight with `aborted`. Nothing can be called afterwards. */
  readonly close: () => Promise<void>;
}
