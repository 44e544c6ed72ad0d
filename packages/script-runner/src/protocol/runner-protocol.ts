import type { ApiOrigin } from "../egress/api-origin.ts";
import type { SandboxLogLine } from "../logs/read-log.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { ScriptLimits } from "../model/script-limits.ts";

// Between the process that uses the runner and the runner's own process: settings, readiness, logs and the end go over the
// channel of the parent and its child; requests go over HTTP on a Unix socket that only this user can connect to.

export interface RunnerSettings {
  /** Sockets and what sandboxes read; made and removed by the parent. */
  readonly directory: string;
  readonly allowedTargets: readonly string[];
  readonly apiOrigins: readonly ApiOrigin[];
  readonly limits: ScriptLimits;
}

export type MessageToRunner =
  | { readonly type: "start"; readonly settings: RunnerSettings }
  /** Finish what was begun, then end. */
  | { readonly type: "close" };

export type MessageFromRunner =
  | { readonly type: "ready"; readonly capabilities: RunnerCapabilities }
  | { readonly type: "log"; readonly line: ScriptLogLine };

/** A line of a script's log. */
export interface ScriptLogLine extends SandboxLogLine {
  readonly integration: string;
  readonly version: number;
}

/** What the runner has to know of a script before requests go to it. */
export interface ScriptAnnouncement {
  readonly integration: string;
  readonly version: number;
  readonly organization: string;
  /** Where the bundle lies, and its source map if it has one. */
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

/** Whether a script is among those to end. */
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

/** In a response of the runner itself, which is none of a script: the code of a `ScriptRunnerError`; the body is its message. */
export const errorHeader = "x-plugboard-runner-error";

export const runnerPaths = {
  script: (key: string): string => `/scripts/${key}`,
  envelope: (key: string): string => `/scripts/${key}/v1`,
  retirements: "/retirements",
  scripts: "/scripts",
} as const;
