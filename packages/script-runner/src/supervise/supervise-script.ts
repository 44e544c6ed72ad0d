import type { SandboxRequest, SandboxResponse } from "../sandboxes/sandbox-requests.ts";
import type { Sandbox, SandboxEnd } from "../sandboxes/start-sandbox.ts";
import { afterFailure, type BackOff, noFailures } from "../policy/back-off.ts";
import type { SandboxVerdict } from "../policy/judge-sandbox.ts";
import { mayResend } from "../policy/may-resend.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** Keeps a script running: starts its sandbox on demand and replaces it after a failure. */
export interface ScriptSupervisor {
  /**
   * Sends a request to the script's sandbox.
   *
   * @throws {ScriptRunnerError} `script_refused`, `script_stopped`, `script_unavailable`
   */
  readonly send: (request: SandboxRequest, signal: AbortSignal) => Promise<SandboxResponse>;
  readonly status: () => SupervisorStatus;
  /** Ends its sandboxes after their work in progress. A later request starts a new one. */
  readonly drain: () => Promise<void>;
  /** Drains it permanently. Waiting and later requests fail with the error. */
  readonly end: (error: ScriptRunnerError) => Promise<void>;
  /** Ends its sandboxes immediately. A later request starts a new one. */
  readonly evict: (reason: string) => Promise<void>;
  /** Ends it permanently, without draining: requests in flight and background work are aborted. */
  readonly kill: (error: ScriptRunnerError) => Promise<void>;
}

export interface SupervisorStatus {
  readonly state: "stopped" | "starting" | "running" | "stuck" | "waiting_to_restart";
  readonly sandboxes: readonly Sandbox[];
  readonly isBusy: boolean;
  readonly lastUsedAt: number;
  readonly failures: number;
}

export interface SupervisorOptions {
  readonly name: string;
  readonly limits: ScriptLimits;
  readonly startSandbox: (options: {
    readonly signal: AbortSignal;
    readonly onVerdict: (verdict: SandboxVerdict) => void;
  }) => Promise<Sandbox>;
  /** Makes room for one more sandbox. Returns whether that was possible. */
  readonly makeRoom: () => boolean;
  /** Called with the message for the script's log when a sandbox was stopped or exited on its own. */
  readonly onFailure: (message: string) => void;
}

interface Running {
  readonly sandbox: Sandbox;
  readonly flights: Set<Flight>;
  verdict: SandboxVerdict;
}

interface Flight {
  readonly request: SandboxRequest;
  readonly signal: AbortSignal;
  readonly resolve: (response: SandboxResponse) => void;
  readonly reject: (error: Error) => void;
  isResent: boolean;
}

// How long a request waits for a sandbox during a restart delay. For longer delays, it fails and the caller
// retries.
const maxRestartWaitMilliseconds = 1_000;
// A lost connection is usually the first sign of a sandbox's end.
const maxEndWaitMilliseconds = 1_000;

export function superviseScript({
  name,
  limits,
  startSandbox,
  makeRoom,
  onFailure,
}: SupervisorOptions): ScriptSupervisor {
  const waiting: Flight[] = [];
  const running = new Set<Running>();
  let current: Running | undefined;
  let starting: AbortController | undefined;
  let backOff: BackOff = noFailures;
  /** The error of the last failed start. */
  let refusal: ScriptRunnerError | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let ended: ScriptRunnerError | undefined;
  let lastUsedAt = performance.now();

  function pump(): void {
    if (current !== undefined) sendWaiting(current);
    if (waiting.length > 0 && current === undefined) startNext();
  }

  function sendWaiting(target: Running): void {
    while (waiting.length > 0 && hasRoom(target)) {
      const flight = waiting.shift();
      if (flight !== undefined) void launch(target, flight);
    }
  }

  function hasRoom({ sandbox, verdict }: Running): boolean {
    if (verdict.phase !== "responsive") return false;
    return sandbox.inFlight() < (verdict.isThrottled ? 1 : limits.maxConcurrency);
  }

  async function launch(target: Running, flight: Flight): Promise<void> {
    target.flights.add(flight);
    try {
      const response = await target.sandbox.send(flight.request, flight.signal);
      target.flights.delete(flight);
      response.body.once("close", () => {
        lastUsedAt = performance.now();
        pump();
      });
      flight.resolve(response);
    } catch (error) {
      // If the sandbox has ended, its end resends or rejects all of its requests.
      if (!flight.signal.aborted) await endOrTimeout(target.sandbox);
      if (!target.flights.delete(flight)) return;
      const why = error instanceof Error ? error.message : String(error);
      flight.reject(new ScriptRunnerError("script_stopped", `${name} closed the connection: ${why}`));
      pump();
    }
  }

  function startNext(): void {
    if (starting !== undefined) return;
    const wait = backOff.startAt - performance.now();
    if (wait > 0 && current === undefined) {
      if (refusal !== undefined) return failWaiting(refusal);
      if (wait > maxRestartWaitMilliseconds) {
        const seconds = Math.ceil(wait / 1000);
        const times = `${backOff.failures} times in a row`;
        return failWaiting(
          new ScriptRunnerError(
            "script_unavailable",
            `${name} failed ${times}; it restarts in ${seconds} s.`,
          ),
        );
      }
      restartTimer ??= setTimeout(() => {
        restartTimer = undefined;
        pump();
      }, wait);
    }
    if (wait > 0) return;
    if (!makeRoom()) {
      if (current !== undefined) return;
      const busy = `All ${limits.maxSandboxes} sandboxes are busy. Retry later.`;
      return failWaiting(new ScriptRunnerError("script_unavailable", `${name} cannot be started: ${busy}`));
    }
    void start();
  }

  async function start(): Promise<void> {
    const controller = new AbortController();
    starting = controller;
    let started: Running | undefined;
    let verdict: SandboxVerdict = { phase: "responsive", isThrottled: false };
    const onVerdict = (next: SandboxVerdict): void => {
      verdict = next;
      if (started !== undefined) judge(started, next);
    };
    try {
      const sandbox = await startSandbox({ signal: controller.signal, onVerdict });
      const previous = current;
      started = { sandbox, flights: new Set(), verdict };
      current = started;
      running.add(started);
      refusal = undefined;
      starting = undefined;
      void sandbox.ended.then((end) => (started === undefined ? undefined : settle(started, end)));
      if (previous !== undefined) void retire(previous);
      if (controller.signal.aborted) void retire(started);
    } catch (error) {
      starting = undefined;
      if (!controller.signal.aborted) {
        refusal = toRunnerError(error);
        backOff = afterFailure(
          backOff,
          { now: performance.now(), servedMilliseconds: 0 },
          limits.restartDelaysMilliseconds,
        );
        if (current === undefined) failWaiting(refusal);
      }
    }
    pump();
  }

  function judge(target: Running, verdict: SandboxVerdict): void {
    target.verdict = verdict;
    if (target !== current) return;
    if (verdict.phase === "stand_in") startNext();
    if (verdict.phase !== "responsive") return;
    // It recovered before a replacement was ready.
    starting?.abort();
    pump();
  }

  function settle(target: Running, { reason, isFailure }: SandboxEnd): void {
    running.delete(target);
    if (current === target) current = undefined;
    if (isFailure) {
      const now = performance.now();
      const servedMilliseconds = now - target.sandbox.startedAt;
      backOff = afterFailure(backOff, { now, servedMilliseconds }, limits.restartDelaysMilliseconds);
      onFailure(`The script was stopped: ${reason}.`);
    }
    const lost = [...target.flights];
    target.flights.clear();
    for (const flight of lost.toReversed()) {
      const { isResent, request, signal } = flight;
      const lostRequest = {
        isSafe: request.method === "GET",
        isBegun: target.sandbox.hasBegun(request.id),
        isResent,
      };
      if (ended === undefined && !signal.aborted && mayResend(lostRequest)) {
        flight.isResent = true;
        waiting.unshift(flight);
      } else {
        flight.reject(new ScriptRunnerError("script_stopped", `${name} was stopped: ${reason}.`));
      }
    }
    pump();
  }

  async function retire(target: Running): Promise<void> {
    if (current === target) current = undefined;
    await target.sandbox.drain();
  }

  function failWaiting(error: ScriptRunnerError): void {
    for (const flight of waiting.splice(0)) flight.reject(error);
  }

  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        lastUsedAt = performance.now();
        if (ended !== undefined) return reject(ended);
        if (waiting.length >= limits.maxWaiting) {
          const message = `${name} has ${limits.maxWaiting} waiting requests. Retry later.`;
          return reject(new ScriptRunnerError("script_unavailable", message));
        }
        const flight: Flight = { request, signal, resolve, reject, isResent: false };
        waiting.push(flight);
        signal.addEventListener(
          "abort",
          () => {
            const index = waiting.indexOf(flight);
            if (index === -1) return;
            waiting.splice(index, 1);
            reject(
              new ScriptRunnerError(
                "script_unavailable",
                `The caller aborted the request while it waited for ${name}.`,
              ),
            );
          },
          { once: true },
        );
        pump();
      }),
    status: () => ({
      state: stateOf(),
      sandboxes: [...running].map(({ sandbox }) => sandbox),
      isBusy:
        starting !== undefined ||
        waiting.length > 0 ||
        [...running].some(({ sandbox }) => sandbox.inFlight() > 0),
      lastUsedAt,
      failures: backOff.failures,
    }),
    drain,
    end: async (error) => {
      ended = error;
      failWaiting(error);
      await drain();
    },
    evict: killAll,
    kill: async (error) => {
      ended = error;
      failWaiting(error);
      cancelStart();
      await killAll("it was stopped");
    },
  };

  async function killAll(reason: string): Promise<void> {
    await Promise.all([...running].map(({ sandbox }) => sandbox.kill(reason)));
  }

  function cancelStart(): void {
    clearTimeout(restartTimer);
    restartTimer = undefined;
    starting?.abort();
  }

  async function drain(): Promise<void> {
    cancelStart();
    await Promise.all([...running].map(retire));
  }

  function stateOf(): SupervisorStatus["state"] {
    if (current !== undefined) return current.verdict.phase === "responsive" ? "running" : "stuck";
    if (starting !== undefined) return "starting";
    return backOff.startAt > performance.now() ? "waiting_to_restart" : "stopped";
  }
}

async function endOrTimeout(sandbox: Sandbox): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxEndWaitMilliseconds);
  });
  await Promise.race([sandbox.ended, patience]);
  clearTimeout(timer);
}

function toRunnerError(error: unknown): ScriptRunnerError {
  if (error instanceof ScriptRunnerError) return error;
  return new ScriptRunnerError("runner_unavailable", `Failed to start a script: ${String(error)}`);
}
