import type { ScriptBundle } from "../bundles/bundle-store.ts";
import type { ApiOrigin } from "../egress/api-origin.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import type { ScriptLogLine } from "../protocol/runner-protocol.ts";
import type { RunnerStatus } from "../model/runner-status.ts";
import type { ScriptEnvelope, ScriptExchange, ScriptRequestOptions } from "./script-exchange.ts";

/** A published version of an integration whose code runs here. */
export interface ScriptTarget {
  /** The integration's name. */
  readonly name: string;
  /** Counts its publications from 1. */
  readonly version: number;
  /** The tenant it's called for. Each has sandboxes of its own, so that nothing a script remembers reaches another tenant. */
  readonly organization: string;
  /** Its code. */
  readonly script: {
    /** What `hashOfBundle` of `@plugboard/api` gives for the bundle. */
    readonly hash: string;
    /** Loads the bundle, when this machine does not have it yet. */
    readonly load: () => Promise<ScriptBundle>;
  };
  /** Keys that requests are signed with, the newest first. The script gets them too, to verify with. */
  readonly signingSecrets: readonly string[];
}

/** What a runner keeps, what its scripts may reach, and how much each may use. */
export interface ScriptRunnerOptions {
  /** Where the bundles are kept, by their hashes. It may be shared by several servers, and may be deleted between runs. */
  readonly directory: string;
  /** Addresses that scripts may reach although they aren't public: `127.0.0.1:4002` or `10.0.0.0/8`. Defaults to none. */
  readonly allowedTargets?: readonly string[] | undefined;
  /** Where the platform's API is, which scripts may always call. */
  readonly apiOrigins: readonly ApiOrigin[];
  /** Limits other than the default ones. */
  readonly limits?: Partial<ScriptLimits> | undefined;
  /** The time that requests are signed with, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Gets every line of the scripts' logs. */
  readonly onLog: (line: ScriptLogLine) => void;
}

/** The sandboxes to end. */
export interface RetireOptions {
  /** Versions that keep running. Defaults to none. */
  readonly keepVersions?: readonly number[] | undefined;
  /** Ends only this tenant's sandboxes. Defaults to all. */
  readonly organization?: string | undefined;
  /** Aborts requests in flight and background work. Defaults to false. */
  readonly immediately?: boolean | undefined;
}

/**
 * Runs published scripts. It is an `IntegrationRunner` of `@plugboard/platform` for targets that are scripts. Whatever goes
 * wrong with a request is in its result: nothing is thrown.
 */
export interface ScriptRunner {
  /** Hands an envelope to a script, which is started first where it does not run. */
  readonly dispatch: (
    target: ScriptTarget,
    envelope: ScriptEnvelope,
    options: ScriptRequestOptions,
  ) => Promise<ScriptExchange>;
  /**
   * Starts a script and asks what it handles, which makes it ready for its first event. A script that cannot be published
   * has the reason and the place in the result's `errorMessage`.
   */
  readonly describe: (target: ScriptTarget, options: ScriptRequestOptions) => Promise<ScriptExchange>;
  /** Ends an integration's sandboxes. Requests in flight finish first, unless told otherwise. A later request starts one again. */
  readonly retire: (name: string, options?: RetireOptions) => Promise<void>;
  /** What keeps scripts apart on this machine, and what does not. Starts the runner's process when it does not run. */
  readonly capabilities: () => Promise<RunnerCapabilities>;
  /** What runs at the moment. */
  readonly status: () => Promise<RunnerStatus>;
  /** Lets scripts finish what they have begun, and ends all processes. */
  readonly close: () => Promise<void>;
}
