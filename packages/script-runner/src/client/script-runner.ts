import type { ScriptBundle } from "../bundles/bundle-store.ts";
import type { ApiOrigin } from "../egress/api-origin.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import type { ScriptLogLine } from "../protocol/runner-protocol.ts";
import type { RunnerStatus } from "../model/runner-status.ts";
import type { ScriptEnvelope, ScriptExchange, ScriptRequestOptions } from "./script-exchange.ts";

/** A published integration version whose code runs on this machine. */
export interface ScriptTarget {
  readonly name: string;
  /** The version number, starting at 1. */
  readonly version: number;
  /**
   * The tenant of the call. Sandboxes are never shared between tenants, so that a script's state can't leak
   * from one to another.
   */
  readonly organization: string;
  /** The version's code. */
  readonly script: {
    /** The bundle's hash, from `hashOfBundle` of `@plugboard/api`. */
    readonly hash: string;
    /** Loads the bundle if this machine doesn't have it yet. */
    readonly load: () => Promise<ScriptBundle>;
  };
  /** Keys to sign requests with, newest first. The script gets them to verify with. */
  readonly signingSecrets: readonly string[];
}

/** Options for `createScriptRunner`. */
export interface ScriptRunnerOptions {
  /**
   * The directory for bundles, stored by hash. Several servers can share it, and it can be deleted between
   * runs.
   */
  readonly directory: string;
  /**
   * Non-public addresses that scripts can reach, such as `127.0.0.1:4002` or `10.0.0.0/8`. Defaults to none.
   */
  readonly allowedTargets?: readonly string[] | undefined;
  /** Origins of the platform's API, which scripts can always call. */
  readonly apiOrigins: readonly ApiOrigin[];
  /** Overrides of `defaultScriptLimits`. */
  readonly limits?: Partial<ScriptLimits> | undefined;
  /** The clock for request signatures (Unix time, ms). Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Called with every log line of the scripts. */
  readonly onLog: (line: ScriptLogLine) => void;
}

/** Options for `retire`. */
export interface RetireOptions {
  /** Versions that keep running. Defaults to none. */
  readonly keepVersions?: readonly number[] | undefined;
  /** Ends only this tenant's sandboxes. Defaults to all. */
  readonly organization?: string | undefined;
  /** Aborts requests in flight and background work. Defaults to false. */
  readonly immediately?: boolean | undefined;
}

/**
 * Runs published scripts. Implements `IntegrationRunner` of `@plugboard/platform` for script targets. Methods
 * report failed requests in the result instead of throwing.
 */
export interface ScriptRunner {
  /** Sends an envelope to a script, which is started first if necessary. */
  readonly dispatch: (
    target: ScriptTarget,
    envelope: ScriptEnvelope,
    options: ScriptRequestOptions,
  ) => Promise<ScriptExchange>;
  /**
   * Starts a script and returns its description. The script is then ready for its first event. If it can't be
   * published, `errorMessage` in the result gives the reason and the position.
   */
  readonly describe: (target: ScriptTarget, options: ScriptRequestOptions) => Promise<ScriptExchange>;
  /**
   * Ends an integration's sandboxes, by default after their requests in flight. A later request starts a new
   * one.
   */
  readonly retire: (name: string, options?: RetireOptions) => Promise<void>;
  /** Returns the scripts that have a sandbox. */
  readonly listRunning: () => Promise<readonly Pick<ScriptTarget, "name" | "organization" | "version">[]>;
  /** Returns the isolation available on this machine and its gaps. Starts the runner process if necessary. */
  readonly capabilities: () => Promise<RunnerCapabilities>;
  /** Returns the current state of the runner process and its scripts. */
  readonly status: () => Promise<RunnerStatus>;
  /** Lets scripts finish their work, then ends all processes. */
  readonly close: () => Promise<void>;
}
