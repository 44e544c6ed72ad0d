import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { afterFailure, type BackOff, noFailures } from "../policy/back-off.ts";
import { runnerSocket } from "../protocol/runner-protocol.ts";
import type { RunnerProcess } from "./start-runner-process.ts";

/** A connection to the runner process. */
export interface RunnerConnection {
  readonly process: RunnerProcess;
  readonly http: Pool;
  /** Keys of the scripts announced to the process. */
  readonly announced: Set<string>;
}

/** Connects to the runner process and starts it if necessary. */
export interface RunnerConnector {
  /** @throws {ScriptRunnerError} `runner_closed` */
  readonly connect: () => Promise<RunnerConnection>;
  /** The current connection, or the one being opened. */
  readonly current: () => Promise<RunnerConnection> | undefined;
  /** Ends the process after it has finished the work in progress. */
  readonly close: () => Promise<void>;
}

const maxConnections = 256;
const lossMilliseconds = 2_000;

/** Creates a connector. Failed starts are retried after the delays. */
export function createRunnerConnector(
  startProcess: () => Promise<RunnerProcess>,
  restartDelaysMilliseconds: readonly number[],
): RunnerConnector {
  let connecting: Promise<RunnerConnection> | undefined;
  let backOff: BackOff = noFailures;
  let isClosed = false;

  function connect(): Promise<RunnerConnection> {
    if (isClosed) throw new ScriptRunnerError("runner_closed", "The script runner was closed.");
    connecting ??= start().catch((error: unknown) => {
      connecting = undefined;
      noteFailure(0);
      throw error;
    });
    return connecting;
  }

  async function start(): Promise<RunnerConnection> {
    const wait = backOff.startAt - performance.now();
    if (wait > 0) await delay(wait);
    const runnerProcess = await startProcess();
    const startedAt = performance.now();
    const http = new Pool("http://runner", {
      socketPath: runnerSocket(runnerProcess.directory),
      connections: maxConnections,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 3_000,
    });
    void runnerProcess.ended.finally(() => {
      connecting = undefined;
      if (!isClosed) noteFailure(performance.now() - startedAt);
      void http.destroy();
    });
    return { process: runnerProcess, http, announced: new Set() };
  }

  function noteFailure(servedMilliseconds: number): void {
    const failure = { now: performance.now(), servedMilliseconds };
    backOff = afterFailure(backOff, failure, restartDelaysMilliseconds);
  }

  return {
    connect,
    current: () => connecting,
    close: async () => {
      isClosed = true;
      const connection = await connecting?.catch(() => undefined);
      await connection?.process.close();
      await connection?.http.destroy();
    },
  };
}

/**
 * Runs work that needs the runner process. Throws `runner_lost` if the process ends during the work, because that
 * isn't the script's fault.
 */
export async function overSocket<T>(
  { process }: RunnerConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScriptRunnerError || signal.aborted) throw error;
    // Wait until the loss is noticed: a retry before that would fail too.
    const lost = process.ended.then(() => true);
    const isLost = await Promise.race([lost, delay(lossMilliseconds, false, { ref: false })]);
    throw isLost
      ? new ScriptRunnerError("runner_lost", "The process that runs scripts ended unexpectedly.")
      : error;
  }
}
