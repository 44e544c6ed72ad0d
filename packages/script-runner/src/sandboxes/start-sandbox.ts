import { setTimeout as delay } from "node:timers/promises";
import { createOutbound, type OutboundSettings } from "../egress/create-outbound.ts";
import { serveEgress } from "../egress/serve-egress.ts";
import { type SandboxLogLine, readLog } from "../logs/read-log.ts";
import type { SandboxVerdict } from "../policy/judge-sandbox.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { type SandboxRequest, type SandboxResponse, openSandboxRequests } from "./sandbox-requests.ts";
import type { ConfigureSandbox } from "./sandbox-configuration.ts";
import { sandboxSockets, type Isolation, type LaunchedSandbox, nobody } from "./launch-sandbox.ts";
import { readProcessUsage } from "./process-usage.ts";
import { followRequests, type RequestsBegun } from "./requests-begun.ts";
import { describeStartError } from "./start-error.ts";
import { type Kill, openSandboxControl, watchSandbox } from "./watch-sandbox.ts";

/** The parts shared by all sandboxes of a runner. */
export interface SandboxHost {
  readonly isolation: Isolation;
  readonly limits: ScriptLimits;
  readonly configure: ConfigureSandbox;
  /** Returns a process for the sandbox. */
  readonly takeProcess: () => Promise<LaunchedSandbox>;
  /** The targets that scripts can reach. */
  readonly outbound: Omit<OutboundSettings, "timeoutMilliseconds">;
}

export interface SandboxOptions {
  readonly bundle: Uint8Array;
  readonly signingSecrets: readonly string[];
  readonly onLog: (line: SandboxLogLine) => void;
  /** Called with each decision of the watchdog. A sandbox over its limits has already been killed. */
  readonly onVerdict: (verdict: SandboxVerdict) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/** A script in a separate process, ready for requests. */
export interface Sandbox {
  readonly pid: number;
  readonly startedAt: number;
  /** Sends a request. It is in flight until the response body has ended. */
  readonly send: (request: SandboxRequest, signal: AbortSignal) => Promise<SandboxResponse>;
  /** Returns whether the script has started a request. */
  readonly hasBegun: (requestId: string) => boolean;
  readonly inFlight: () => number;
  readonly droppedLogLines: () => number;
  readonly residentBytes: () => number;
  /**
   * Waits for the work in progress, including background work, up to the drain limit; then ends the sandbox.
   */
  readonly drain: () => Promise<void>;
  /** Ends the sandbox immediately, on purpose. */
  readonly kill: (reason: string) => Promise<void>;
  readonly ended: Promise<SandboxEnd>;
}

export interface SandboxEnd {
  readonly reason: string;
  /** False if the sandbox was ended on purpose. */
  readonly isFailure: boolean;
}

interface Killed {
  readonly reason: string;
  readonly isFailure: boolean;
}

const startSampleMilliseconds = 25;

/**
 * Starts a script in a separate process.
 *
 * @throws {ScriptRunnerError} `script_refused` if it doesn't become ready
 */
export async function startSandbox(host: SandboxHost, options: SandboxOptions): Promise<Sandbox> {
  const { isolation, limits, configure, takeProcess } = host;
  const { bundle, signingSecrets, signal } = options;
  const launched = await takeProcess();
  const outbound = createOutbound({
    ...host.outbound,
    timeoutMilliseconds: limits.egressTimeoutMilliseconds,
  });
  const egress = await serveEgress({
    socketPath: sandboxSockets(launched.socketDirectory).egress,
    owner: isolation.user ? nobody : undefined,
    outbound: outbound.send,
    limits,
    // Libraries report the response as an error of the other server.
    onBlocked: (message) => options.onLog({ time: Date.now(), level: "warn", message, source: "runner" }),
  }).catch((error: unknown) => {
    launched.kill();
    outbound.close();
    throw error;
  });
  void launched.ended.finally(() => {
    egress.close();
    outbound.close();
  });
  let killed: Killed | undefined;
  const kill: Kill = (reason, isFailure = true) => {
    killed ??= { reason, isFailure };
    launched.kill();
  };
  const requestsBegun = followRequests();
  const log = readLog({
    output: launched.output,
    limits,
    onLine: options.onLog,
    onBegin: requestsBegun.note,
    onFlood: () => kill(`it exceeded its log limit for ${limits.logFloodMilliseconds} ms`),
  });
  const giveUp = (): void => kill("it is no longer needed", false);
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  launched.configure(configure({ bundle, signingSecrets }));
  try {
    const pid = await awaitReady(launched, limits, kill);
    return openSandbox({ host, options, launched, log, requestsBegun, pid, kill, killed: () => killed });
  } catch {
    await launched.ended;
    const why = killed?.reason ?? describeStartError(launched.errorOutput());
    throw new ScriptRunnerError("script_refused", `The script cannot be started: ${why}`);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

// A script can't be pinged while its top level runs: it becomes ready, fails, or is stopped.
async function awaitReady(launched: LaunchedSandbox, limits: ScriptLimits, kill: Kill): Promise<number> {
  const pid = await launched.pid;
  const ready = launched.listening.then(() => "ready" as const);
  const ended = launched.ended.then(() => "ended" as const);
  const startedAt = performance.now();
  for (;;) {
    const outcome = await Promise.race([ready, ended, delay(startSampleMilliseconds)]);
    if (outcome === "ready") return pid;
    if (outcome === "ended") throw new Error("The sandbox ended during its start.");
    const usage = await readProcessUsage(pid);
    if ((usage?.cpuMilliseconds ?? 0) > limits.startCpuMilliseconds) {
      kill(`its top level used more than ${limits.startCpuMilliseconds} ms of CPU time`);
    }
    if (performance.now() - startedAt > limits.startMilliseconds) {
      kill(`its top level did not finish within ${limits.startMilliseconds} ms`);
    }
  }
}

function openSandbox({
  host: { limits },
  options: { onVerdict },
  launched,
  log,
  requestsBegun,
  pid,
  kill,
  killed,
}: {
  readonly host: SandboxHost;
  readonly options: SandboxOptions;
  readonly launched: LaunchedSandbox;
  readonly log: ReturnType<typeof readLog>;
  readonly requestsBegun: RequestsBegun;
  readonly pid: number;
  readonly kill: Kill;
  readonly killed: () => Killed | undefined;
}): Sandbox {
  const sockets = sandboxSockets(launched.socketDirectory);
  const control = openSandboxControl(sockets.control);
  const requests = openSandboxRequests({
    socketPath: sockets.dispatch,
    maxConcurrency: limits.maxConcurrency,
    requestsBegun,
    onBusy: () => watchdog.onBusy(),
  });
  const watchdog = watchSandbox({
    pid,
    limits,
    hasBegun: requestsBegun.takeStarted,
    isBusy: () => requests.inFlight() > 0,
    ping: () => control.ask("/ping"),
    kill,
    onVerdict,
  });

  const ended = launched.ended.then(async ({ exitCode }): Promise<SandboxEnd> => {
    watchdog.stop();
    const endError = new Error("The sandbox has ended.");
    await Promise.allSettled([requests.destroy(endError), control.destroy(endError)]);
    const lastWord = lastWords(launched.errorOutput()) ?? `exit code ${exitCode}`;
    const { reason, isFailure } = killed() ?? { reason: `it ended by itself (${lastWord})`, isFailure: true };
    return { reason, isFailure };
  });

  return {
    pid,
    startedAt: performance.now(),
    send: requests.send,
    hasBegun: requestsBegun.has,
    inFlight: requests.inFlight,
    droppedLogLines: log.droppedLines,
    residentBytes: watchdog.residentBytes,
    drain: async () => {
      const patience = new AbortController();
      const expired = delay(limits.drainMilliseconds, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([requests.idle().then(() => control.ask("/drain")), ended, expired]);
      patience.abort();
      kill("it was replaced or unused", false);
      await ended;
    },
    kill: async (reason) => {
      kill(reason, false);
      await ended;
    },
    ended,
  };
}

function lastWords(errorOutput: string): string | undefined {
  return /(?:Fatal JavaScript [^\n]*|FATAL ERROR[^\n]*|out of memory[^\n]*)/i.exec(errorOutput)?.[0];
}
