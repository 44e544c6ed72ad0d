import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { requestIdHeader } from "./cell-files.ts";
import { createOutbound, type OutboundSettings } from "../egress/create-outbound.ts";
import { serveEgress } from "../egress/serve-egress.ts";
import { type CellLogLine, readLog } from "../logs/read-log.ts";
import { type CellHealth, type CellVerdict, freshHealth, judgeCell } from "../policy/judge-cell.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import {
  cellSockets,
  type Isolation,
  launchCell,
  type LaunchedCell,
  makeSocketDirectory,
  nobody,
} from "./launch-cell.ts";
import { readProcessUsage } from "./process-usage.ts";
import { describeStartError } from "./start-error.ts";

/** What is common to all cells of a runner. */
export interface CellHost {
  readonly isolation: Isolation;
  readonly limits: ScriptLimits;
  readonly filesDirectory: string;
  /** What `ulimit -d` allows. */
  readonly maxDataBytes: number | undefined;
  /** Where scripts may send requests to. */
  readonly outbound: Omit<OutboundSettings, "deadlineMilliseconds">;
}

export interface CellOptions {
  readonly codeDirectory: string;
  readonly socketDirectory: string;
  readonly signingSecrets: readonly string[];
  readonly onLog: (line: CellLogLine) => void;
  /** Each look of the watchdog. A cell that is to be killed is killed already. */
  readonly onVerdict: (verdict: CellVerdict) => void;
  /** Gives the start up. */
  readonly signal: AbortSignal;
}

/** A request to a script. */
export interface CellRequest {
  /** Nobody can guess it. */
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface CellResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Readable;
  /** `Infinity` when the response does not say. */
  readonly contentLength: number;
  /** Reads the whole body, in place of its stream. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** A script in a process of its own, ready for requests. */
export interface Cell {
  readonly pid: number;
  readonly startedAt: number;
  /** Sends a request. It is in flight until its response's body has ended. */
  readonly send: (request: CellRequest, signal: AbortSignal) => Promise<CellResponse>;
  /** Whether the script has begun with a request that was sent to it. */
  readonly hasBegun: (requestId: string) => boolean;
  readonly inFlight: () => number;
  readonly droppedLogLines: () => number;
  readonly residentBytes: () => number;
  /** Waits until what it has begun is done, work after responses included, but not too long, and ends it. */
  readonly drain: () => Promise<void>;
  readonly ended: Promise<CellEnd>;
}

export interface CellEnd {
  readonly reason: string;
  /** False when it was ended on purpose. */
  readonly isFailure: boolean;
}

/** Ends a cell at once. The first reason is the one that counts. */
type Kill = (reason: string, isFailure?: boolean) => void;

interface Killed {
  readonly reason: string;
  readonly isFailure: boolean;
}

const busyLookMilliseconds = 25;
const idleLookMilliseconds = 1_000;
// An idle cell that uses this much between two looks does something after its responses.
const busyCpuMilliseconds = 20;

/**
 * Starts a script in a process of its own.
 *
 * @throws {ScriptRunnerError} `script_refused` when it does not get ready
 */
export async function startCell(host: CellHost, options: CellOptions): Promise<Cell> {
  const { isolation, limits, filesDirectory, maxDataBytes } = host;
  const { codeDirectory, socketDirectory, signingSecrets, signal } = options;
  await makeSocketDirectory(socketDirectory, isolation);
  const sockets = cellSockets(socketDirectory);
  const owner = isolation.user ? nobody : undefined;
  const outbound = createOutbound({
    ...host.outbound,
    deadlineMilliseconds: limits.egressDeadlineMilliseconds,
  });
  const egress = await serveEgress({ socketPath: sockets.egress, owner, outbound: outbound.send, limits });
  const launched = launchCell({
    isolation,
    filesDirectory,
    codeDirectory,
    socketDirectory,
    signingSecrets,
    maxDataBytes,
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
    onFlood: () => kill(`it wrote more log than it may for ${limits.logFloodMilliseconds} ms`),
  });
  const giveUp = (): void => kill("it is not needed any more", false);
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    const pid = await awaitReady(launched, limits, kill);
    return watchCell({ host, options, launched, log, requestsBegun, pid, kill, killed: () => killed });
  } catch {
    await launched.ended;
    const why = killed?.reason ?? describeStartError(launched.errorOutput());
    throw new ScriptRunnerError("script_refused", `The script cannot be started: ${why}`);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

// A script at its top level is not asked anything: it gets ready, fails, or is stopped.
async function awaitReady(launched: LaunchedCell, limits: ScriptLimits, kill: Kill): Promise<number> {
  const pid = await launched.pid;
  const ready = launched.listening.then(() => "ready" as const);
  const ended = launched.ended.then(() => "ended" as const);
  const startedAt = performance.now();
  for (;;) {
    const outcome = await Promise.race([ready, ended, delay(busyLookMilliseconds)]);
    if (outcome === "ready") return pid;
    if (outcome === "ended") throw new Error("The cell ended while it started.");
    const usage = await readProcessUsage(pid);
    if ((usage?.cpuMilliseconds ?? 0) > limits.startCpuMilliseconds) {
      kill(`its top level computed for more than ${limits.startCpuMilliseconds} ms`);
    }
    if (performance.now() - startedAt > limits.startMilliseconds) {
      kill(`its top level did not end within ${limits.startMilliseconds} ms`);
    }
  }
}

function watchCell({
  host: { limits },
  options: { socketDirectory, onVerdict },
  launched,
  log,
  requestsBegun,
  pid,
  kill,
  killed,
}: {
  readonly host: CellHost;
  readonly options: CellOptions;
  readonly launched: LaunchedCell;
  readonly log: ReturnType<typeof readLog>;
  readonly requestsBegun: RequestsBegun;
  readonly pid: number;
  readonly kill: Kill;
  readonly killed: () => Killed | undefined;
}): Cell {
  const sockets = cellSockets(socketDirectory);
  const unlimited = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1, keepAliveTimeout: 3_000 };
  const requests = new Pool("http://integration", {
    ...unlimited,
    socketPath: sockets.dispatch,
    connections: limits.maxConcurrency,
  });
  const control = new Pool("http://control", { ...unlimited, socketPath: sockets.control, connections: 2 });
  let inFlight = 0;
  /** Called when nothing is in flight any more. */
  let onIdle: (() => void) | undefined;
  let health: CellHealth | undefined;
  let pingedAt: number | undefined;
  let residentBytes = 0;
  let isGone = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let nextLookAt = Number.POSITIVE_INFINITY;

  const ended = launched.ended.then(async ({ exitCode }): Promise<CellEnd> => {
    isGone = true;
    clearTimeout(timer);
    const gone = new Error("The cell has ended.");
    await Promise.allSettled([requests.destroy(gone), control.destroy(gone)]);
    const lastWord = lastWords(launched.errorOutput()) ?? `exit code ${exitCode}`;
    const { reason, isFailure } = killed() ?? { reason: `it ended by itself (${lastWord})`, isFailure: true };
    return { reason, isFailure };
  });

  async function look(): Promise<void> {
    if (isLooking || isGone) return;
    isLooking = true;
    nextLookAt = Number.POSITIVE_INFINITY;
    const usage = await readProcessUsage(pid);
    isLooking = false;
    if (isGone) return;
    if (usage === undefined) return lookWithin(idleLookMilliseconds);
    const sample = { ...usage, at: performance.now(), hasBegun: requestsBegun.takeNews() };
    const judged = judgeCell(health ?? freshHealth(sample, limits), sample, limits);
    const used = sample.cpuMilliseconds - (health ?? sample).cpuMilliseconds;
    health = judged.health;
    residentBytes = usage.residentBytes;
    if (judged.verdict.phase === "kill") kill(judged.verdict.reason ?? "it went over a limit");
    onVerdict(judged.verdict);
    const isBusy = inFlight > 0 || pingedAt !== undefined || used >= busyCpuMilliseconds;
    if (isBusy && pingedAt === undefined) ping();
    lookWithin(isBusy ? busyLookMilliseconds : idleLookMilliseconds);
  }

  function lookWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (isGone || isLooking || nextLookAt <= at) return;
    clearTimeout(timer);
    nextLookAt = at;
    timer = setTimeout(() => void look(), milliseconds);
  }

  function ping(): void {
    if (health === undefined) return;
    pingedAt = performance.now();
    health = { ...health, silentSinceCpu: health.cpuMilliseconds };
    void askControl("/ping").finally(() => {
      // Whatever came back shows that the script lets other work have its turn.
      if (isGone || health === undefined) return;
      pingedAt = undefined;
      health = { ...health, silentSinceCpu: undefined };
      onVerdict({ phase: "responsive", isThrottled: health.cpuLeft <= 0 });
    });
  }

  // A script can break its control entry point; the watchdog and the limits on time hold all the same.
  async function askControl(path: "/ping" | "/drain"): Promise<void> {
    try {
      const { body } = await control.request({ path, method: "GET" });
      await body.dump();
    } catch {
      // What ended the connection is reported where the cell's end is.
    }
  }

  void look();

  return {
    pid,
    startedAt: performance.now(),
    send: async ({ id, method, headers, body }, signal) => {
      inFlight += 1;
      requestsBegun.sent(id);
      if (inFlight === 1) lookWithin(busyLookMilliseconds);
      const done = once(() => {
        inFlight -= 1;
        if (inFlight === 0) onIdle?.();
      });
      try {
        const response = await requests.request({
          path: "/v1",
          method,
          headers: { ...headers, [requestIdHeader]: id },
          body,
          signal,
          responseHeaders: "raw",
        });
        response.body.once("close", done);
        // undici's types do not know what `responseHeaders: "raw"` changes.
        const received = (response.headers as unknown as readonly Buffer[]).map(String);
        const length = received.findIndex(
          (text, index) => index % 2 === 0 && text.toLowerCase() === "content-length",
        );
        return {
          status: response.statusCode,
          headers: received,
          body: response.body,
          contentLength: length === -1 ? Number.POSITIVE_INFINITY : Number(received[length + 1]),
          bytes: () => response.body.bytes(),
        };
      } catch (error) {
        done();
        throw error;
      }
    },
    hasBegun: requestsBegun.has,
    inFlight: () => inFlight,
    droppedLogLines: log.droppedLines,
    residentBytes: () => residentBytes,
    drain: async () => {
      const patience = new AbortController();
      const expired = delay(limits.drainMilliseconds, undefined, { signal: patience.signal }).catch(() => {});
      const idle = inFlight === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onIdle = resolve));
      await Promise.race([idle.then(() => askControl("/drain")), ended, expired]);
      patience.abort();
      kill("it was replaced or not used any more", false);
      await ended;
    },
    ended,
  };
}

/** Which requests the script has begun with, of those that were sent to it. */
interface RequestsBegun {
  readonly sent: (requestId: string) => void;
  readonly note: (requestId: string) => boolean;
  readonly has: (requestId: string) => boolean;
  /** Whether one was begun since it was asked the last time. */
  readonly takeNews: () => boolean;
}

const maxUnread = 10_000;

function followRequests(): RequestsBegun {
  const unread = new Set<string>();
  let isNew = false;
  return {
    sent: (requestId) => {
      // A script that broke its console never says what it begins with.
      const [oldest] = unread;
      if (unread.size >= maxUnread && oldest !== undefined) unread.delete(oldest);
      unread.add(requestId);
    },
    note: (requestId) => {
      const isKnown = unread.delete(requestId);
      isNew ||= isKnown;
      return isKnown;
    },
    has: (requestId) => !unread.has(requestId),
    takeNews: () => {
      const wasNew = isNew;
      isNew = false;
      return wasNew;
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function lastWords(errorOutput: string): string | undefined {
  return /(?:Fatal JavaScript [^\n]*|FATAL ERROR[^\n]*|out of memory[^\n]*)/i.exec(errorOutput)?.[0];
}
