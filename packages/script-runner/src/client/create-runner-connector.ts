import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { afterFailure, type BackOff, noFailures } from "../policy/back-off.ts";
import { runnerSocket } from "../protocol/runner-protocol.ts";
import type { RunnerProcess } from "./start-runner-process.ts";

/** A runner's process, and the way to it. */
export interface RunnerConnection {
  readonly process: RunnerProcess;
  readonly http: Pool;
  /** Keys of the scripts that the process knows. */
  readonly announced: Set<string>;
}

/** Connects to a runner's process, which it starts where none runs. */
export interface RunnerConnector {
  /** @throws {ScriptRunnerError} `runner_closed` */
  readonly connect: () => Promise<RunnerConnection>;
  /** The connection there is, or that is being made. */
  readonly current: () => Promise<RunnerConnection> | undefined;
  /** Ends the process, once it has done what it has begun. */
  readonly close: () => Promise<void>;
}

const maxConnections = 256;
const lossMilliseconds = 2_000;

/** Makes the connector. A process that fails again and again is started after the delays. */
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

/** Does what needs the runner's process, and says when that was lost meanwhile: it says nothing about the script. */
export async function overSocket<T>(
  { process }: RunnerConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScriptRunnerError || signal.aborted) throw error;
    // Whoever asks again before the loss is noticed would only be cut off again.
    const lost = process.ended.then(() => true);
    const isLost = await Promise.race([lost, delay(lossMilliseconds, false, { ref: false })]);
    throw isLost ? new ScriptRunnerError("runner_lost", "The process that runs scripts was lost.") : error;
  }
}
