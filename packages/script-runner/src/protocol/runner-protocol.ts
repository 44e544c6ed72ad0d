import type { ApiOrigin } from "../egress/api-origin.ts";
import type { SandboxLogLine } from "../logs/read-log.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { ScriptLimits } from "../model/script-limits.ts";

// The protocol between the client and the runner process. Settings, readiness, logs and shutdown use the IPC
// channel; requests use HTTP on a Unix socket that only this user can connect to.

export interface RunnerSettings {
  /** The directory of sockets and sandbox files, created and removed by the parent. */
  readonly directory: string;
  readonly allowedTargets: readonly string[];
  readonly apiOrigins: readonly ApiOrigin[];
  readonly limits: ScriptLimits;
}

export type MessageToRunner =
  | { readonly type: "start"; readonly settings: RunnerSettings }
  /** Finish the work in progress, then exit. */
  | { readonly type: "close" };

export type MessageFromRunner =
  | { readonly type: "ready"; readonly capabilities: RunnerCapabilities }
  | { readonly type: "log"; readonly line: ScriptLogLine };

/** A line of a script's log. */
export interface ScriptLogLine extends SandboxLogLine {
  readonly integration: string;
  readonly version: number;
}

/** The data of a script, sent to the runner before its first request. */
export interface ScriptAnnouncement {
  readonly integration: string;
  readonly version: number;
  readonly organization: string;
  /** The directory of the bundle and its optional source map. */
  readonly bundleDirectory: string;
  readonly signingSecrets: readonly string[];
}

/** The sandboxes to end; see `RetireOptions`. */
export interface Retirement {
  readonly integration: string;
  readonly keepVersions: readonly number[];
  readonly organization?: string | undefined;
  readonly immediately: boolean;
}

/** Returns whether a retirement includes a script. */
export function isRetired(
  {
    integration,
    version,
    organization,
  }: Pick<ScriptAnnouncement, "integration" | "version" | "organization">,
  retirement: Retirement,
): boolean {
  return (
    integration === retirement.integration &&
    !retirement.keepVersions.includes(version) &&
    (retirement.organization === undefined || organization === retirement.organization)
  );
}

export function runnerSocket(directory: string): string {
  return `${directory}/runner.sock`;
}

/**
 * Set on the runner's own error responses. The value is the code of a `ScriptRunnerError`; the body is its
 * message.
 */
export const errorHeader = "x-plugboard-runner-error";

export const runnerPaths = {
  script: (key: string): string => `/scripts/${key}`,
  envelope: (key: string): string => `/scripts/${key}/v1`,
  retirements: "/retirements",
  scripts: "/scripts",
} as const;
