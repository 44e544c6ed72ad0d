import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { context, propagation } from "@opentelemetry/api";
import { sign } from "@plugboard/webhook-signer";
import { Pool } from "undici";
import { openBundleStore, type ScriptBundle } from "../bundles/bundle-store.ts";
import type { ApiOrigin } from "../egress/api-origin.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import { defaultScriptLimits, type ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { afterFailure, type BackOff, noFailures } from "../policy/back-off.ts";
import {
  runnerPaths,
  runnerSocket,
  type ScriptAnnouncement,
  type ScriptLogLine,
} from "../protocol/runner-protocol.ts";
import type { RunnerStatus } from "../supervise/serve-runner.ts";
import {
  type AskedRequest,
  attemptErrorCodes,
  failedExchange,
  type ScriptEnvelope,
  type ScriptExchange,
  type ScriptRequestOptions,
  toExchange,
} from "./script-exchange.ts";
import { type ReceivedResponse, type SentRequest, sendRequest } from "./send-request.ts";
import { type RunnerProcess, startRunnerProcess } from "./start-runner-process.ts";

/** A published version of an integration whose code runs here. */
export interface ScriptTarget {
  /** The integration's name. */
  readonly name: string;
  /** Counts its publications from 1. */
  readonly version: number;
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
  /** Networks in CIDR notation that scripts may reach although they are not public. Default: none. */
  readonly allowNetworks?: readonly string[] | undefined;
  /** Where the platform's API is, which scripts may always call. */
  readonly apiOrigins: readonly ApiOrigin[];
  /** Limits other than the default ones. */
  readonly limits?: Partial<ScriptLimits> | undefined;
  /** The time that requests are signed with, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Gets every line of the scripts' logs. */
  readonly onLog: (line: ScriptLogLine) => void;
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
  /** Ends what runs of an integration, but for the versions that are kept, as soon as it has done what it has begun. */
  readonly retire: (name: string, options?: { readonly keepVersions?: readonly number[] }) => Promise<void>;
  /** What keeps scripts apart on this machine, and what does not. Starts the runner's process when it does not run. */
  readonly capabilities: () => Promise<RunnerCapabilities>;
  /** What runs at the moment. */
  readonly status: () => Promise<RunnerStatus>;
  /** Lets scripts finish what they have begun, and ends all processes. */
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly process: RunnerProcess;
  readonly http: Pool;
  readonly announced: Set<string>;
}

const maxConnections = 256;
const lossMilliseconds = 2_000;

/**
 * Makes a runner. Its process is started with the first script.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { hashOfBundle } from "@plugboard/api";
 * import { createScriptRunner } from "@plugboard/script-runner";
 *
 * const runner = createScriptRunner({
 *   directory: ".plugboard/scripts",
 *   apiOrigins: [{ origin: "http://127.0.0.1:4000", pathPrefix: "/v1" }],
 *   onLog: ({ integration, level, message }) => console.log(integration, level, message),
 * });
 * const bundle = { module: await readFile("dist/integration.mjs") };
 * const target = {
 *   name: "digest",
 *   version: 1,
 *   script: { hash: await hashOfBundle(bundle), load: async () => bundle },
 *   signingSecrets: ["whsec_c2VjcmV0"],
 * };
 * const limits = { deadlineMilliseconds: 10_000, maxResponseBytes: 65_536 };
 * const { result, response } = await runner.describe(target, limits);
 * console.log(response?.status ?? result.errorMessage);
 * await runner.close();
 * ```
 */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { directory, apiOrigins, allowNetworks = [], now = Date.now, onLog } = options;
  const limits = { ...defaultScriptLimits, ...options.limits };
  const bundles = openBundleStore(directory);
  let connecting: Promise<Connection> | undefined;
  let backOff: BackOff = noFailures;
  let isClosed = false;

  function connect(): Promise<Connection> {
    if (isClosed) throw new ScriptRunnerError("runner_closed", "The script runner was closed.");
    connecting ??= start().catch((error: unknown) => {
      connecting = undefined;
      noteFailure(0);
      throw error;
    });
    return connecting;
  }

  async function start(): Promise<Connection> {
    const wait = backOff.startAt - performance.now();
    if (wait > 0) await delay(wait);
    const runnerProcess = await startRunnerProcess({ allowNetworks, apiOrigins, limits }, onLog);
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
    backOff = afterFailure(
      backOff,
      { now: performance.now(), servedMilliseconds },
      limits.restartDelaysMilliseconds,
    );
  }

  async function announce(
    connection: Connection,
    key: string,
    target: ScriptTarget,
    signal: AbortSignal,
  ): Promise<void> {
    if (connection.announced.has(key)) return;
    const { name, version, script, signingSecrets } = target;
    const bundleDirectory = await bundles.locate(script.hash, script.load);
    const announcement: ScriptAnnouncement = { integration: name, version, bundleDirectory, signingSecrets };
    const path = runnerPaths.script(key);
    await overSocket(connection, signal, async () => {
      const body = JSON.stringify(announcement);
      const response = await connection.http.request({ method: "PUT", path, body });
      await response.body.dump();
    });
    connection.announced.add(key);
  }

  async function request(target: ScriptTarget, sent: SentRequest): Promise<ReceivedResponse> {
    const connection = await connect();
    const key = keyOf(target);
    const sendOnce = async (): Promise<ReceivedResponse | "script_unknown"> => {
      await announce(connection, key, target, sent.signal);
      return await overSocket(connection, sent.signal, () => sendRequest(connection.http, key, sent));
    };
    const first = await sendOnce();
    if (first !== "script_unknown") return first;
    // Retired a moment ago.
    connection.announced.delete(key);
    const second = await sendOnce();
    if (second !== "script_unknown") return second;
    throw new ScriptRunnerError(
      "script_unavailable",
      `The script of "${target.name}" was retired while it was called.`,
    );
  }

  async function call(
    target: ScriptTarget,
    { contentType, body }: Partial<ScriptEnvelope>,
    { deadlineMilliseconds, maxResponseBytes, signal }: ScriptRequestOptions,
  ): Promise<ScriptExchange> {
    const startedAt = now();
    const start = performance.now();
    const timestamp = Math.floor(startedAt / 1000);
    const headers: Record<string, string> = {
      ...(contentType !== undefined && { "content-type": contentType }),
      "x-service-signature": await sign({ secret: target.signingSecrets, body: body ?? "", timestamp }),
    };
    propagation.inject(context.active(), headers);
    const deadline = AbortSignal.timeout(deadlineMilliseconds);
    const ended = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    const asked: AskedRequest = { startedAt, headers, elapsed: () => performance.now() - start };
    try {
      ended.throwIfAborted();
      const sent = { headers, body: body ?? null, signal: ended, maxResponseBytes };
      return toExchange(asked, await untilAborted(request(target, sent), ended));
    } catch (error) {
      if (signal?.aborted) return failedExchange(asked, "aborted", "The request was given up by its caller.");
      if (deadline.aborted) {
        const message = `The script of "${target.name}" did not respond within ${deadlineMilliseconds} ms.`;
        return failedExchange(asked, "timeout", message);
      }
      if (!(error instanceof ScriptRunnerError)) {
        const why = error instanceof Error ? error.message : String(error);
        const message = `The connection to the process that runs scripts broke: ${why}`;
        return failedExchange(asked, attemptErrorCodes.runner_unavailable, message);
      }
      return failedExchange(asked, attemptErrorCodes[error.code], error.message);
    }
  }

  return {
    dispatch: (target, envelope, requestOptions) => call(target, envelope, requestOptions),
    describe: (target, requestOptions) => call(target, {}, requestOptions),
    retire: async (name, { keepVersions = [] } = {}) => {
      if (connecting === undefined) return;
      const { http, announced } = await connecting;
      const path = runnerPaths.integration(name);
      // Announced anew with their next request, if there is one.
      announced.clear();
      const { body } = await http.request({
        method: "DELETE",
        path,
        query: { keep: keepVersions.join(",") },
      });
      await body.dump();
    },
    capabilities: async () => (await connect()).process.capabilities,
    status: async () => {
      if (connecting === undefined) return { scripts: [] };
      const { body } = await (await connecting).http.request({ method: "GET", path: runnerPaths.scripts });
      return (await body.json()) as RunnerStatus; // Written by our own process.
    },
    close: async () => {
      isClosed = true;
      const connection = await connecting?.catch(() => undefined);
      await connection?.process.close();
      await connection?.http.destroy();
    },
  };
}

// Another secret is another process: it has the secret in its environment.
function keyOf({ name, version, script, signingSecrets }: ScriptTarget): string {
  const identity = JSON.stringify([name, version, script.hash, signingSecrets]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 32);
}

/** Does what needs the runner's process, and says when that was lost meanwhile: it says nothing about the script. */
async function overSocket<T>(
  { process }: Connection,
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

// Starting the runner and loading a bundle do not end with their caller: the next one needs them too.
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
