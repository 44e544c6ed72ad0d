import { createHash } from "node:crypto";
import { context, propagation } from "@opentelemetry/api";
import { sign } from "@plugboard/webhook-signer";
import { openBundleStore } from "../bundles/bundle-store.ts";
import { parseAllowedTargets } from "../egress/allowed-targets.ts";
import { defaultScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import {
  isRetired,
  type Retirement,
  runnerPaths,
  type ScriptAnnouncement,
} from "../protocol/runner-protocol.ts";
import type { RunnerStatus } from "../model/runner-status.ts";
import { createRunnerConnector, overSocket, type RunnerConnection } from "./create-runner-connector.ts";
import {
  type RequestRecord,
  attemptErrorCodes,
  failedExchange,
  type ScriptEnvelope,
  type ScriptExchange,
  type ScriptRequestOptions,
  toExchange,
} from "./script-exchange.ts";
import type { ScriptRunner, ScriptRunnerOptions, ScriptTarget } from "./script-runner.ts";
import { type ReceivedResponse, type SentRequest, sendRequest } from "./send-request.ts";
import { startRunnerProcess } from "./start-runner-process.ts";

/**
 * Creates a script runner. The runner process is started with the first script.
 *
 * @throws {ScriptRunnerError} `invalid_option` if an allowed target is neither `host:port` nor a network
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
 *   organization: "acme",
 *   script: { hash: await hashOfBundle(bundle), load: async () => bundle },
 *   signingSecrets: ["whsec_c2VjcmV0"],
 * };
 * const limits = { timeoutMilliseconds: 10_000, maxResponseBytes: 65_536 };
 * const { result, response } = await runner.describe(target, limits);
 * console.log(response?.status ?? result.errorMessage);
 * await runner.close();
 * ```
 */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { directory, apiOrigins, allowedTargets = [], now = Date.now, onLog } = options;
  const limits = { ...defaultScriptLimits, ...options.limits };
  // Throw here: in the runner process, no caller would see the error.
  parseAllowedTargets(allowedTargets);
  const bundles = openBundleStore(directory);
  const runner = createRunnerConnector(
    () => startRunnerProcess({ allowedTargets, apiOrigins, limits }, onLog),
    limits.restartDelaysMilliseconds,
  );

  const calls = new Set<Call>();

  async function announce(
    connection: RunnerConnection,
    key: string,
    target: ScriptTarget,
    signal: AbortSignal,
  ): Promise<void> {
    if (connection.announced.has(key)) return;
    const { name, version, organization, script, signingSecrets } = target;
    const bundleDirectory = await bundles.locate(script.hash, script.load);
    const announcement: ScriptAnnouncement = {
      integration: name,
      version,
      organization,
      bundleDirectory,
      signingSecrets,
    };
    const path = runnerPaths.script(key);
    await overSocket(connection, signal, async () => {
      const body = JSON.stringify(announcement);
      const response = await connection.http.request({ method: "PUT", path, body });
      await response.body.dump();
    });
    connection.announced.add(key);
  }

  async function request(target: ScriptTarget, sent: SentRequest): Promise<ReceivedResponse> {
    const connection = await runner.connect();
    const key = keyOf(target);
    const sendOnce = async (): Promise<ReceivedResponse | "script_unknown"> => {
      await announce(connection, key, target, sent.signal);
      return await overSocket(connection, sent.signal, () => sendRequest(connection.http, key, sent));
    };
    const first = await sendOnce();
    if (first !== "script_unknown") return first;
    // The script was retired a moment ago.
    connection.announced.delete(key);
    const second = await sendOnce();
    if (second !== "script_unknown") return second;
    throw new ScriptRunnerError(
      "script_unavailable",
      `The script of "${target.name}" was retired during the request.`,
    );
  }

  async function call(
    target: ScriptTarget,
    envelope: Partial<ScriptEnvelope>,
    options: ScriptRequestOptions,
  ): Promise<ScriptExchange> {
    const stop = new AbortController();
    const ended = Promise.withResolvers<void>();
    const call: Call = { target, stop: () => stop.abort(), ended: ended.promise };
    calls.add(call);
    try {
      return await exchange(target, envelope, options, stop.signal);
    } finally {
      calls.delete(call);
      ended.resolve();
    }
  }

  async function exchange(
    target: ScriptTarget,
    { contentType, body }: Partial<ScriptEnvelope>,
    { timeoutMilliseconds, maxResponseBytes, signal }: ScriptRequestOptions,
    stopped: AbortSignal,
  ): Promise<ScriptExchange> {
    const startedAt = now();
    const start = performance.now();
    const timestamp = Math.floor(startedAt / 1000);
    const headers: Record<string, string> = {
      ...(contentType !== undefined && { "content-type": contentType }),
      "x-service-signature": await sign({ secret: target.signingSecrets, body: body ?? "", timestamp }),
    };
    propagation.inject(context.active(), headers);
    const deadline = AbortSignal.timeout(timeoutMilliseconds);
    const ended = AbortSignal.any([deadline, stopped, ...(signal === undefined ? [] : [signal])]);
    const record: RequestRecord = { startedAt, headers, elapsed: () => performance.now() - start };
    try {
      ended.throwIfAborted();
      const sent = { headers, body: body ?? null, signal: ended, maxResponseBytes };
      return toExchange(record, await untilAborted(request(target, sent), ended));
    } catch (error) {
      if (signal?.aborted) return failedExchange(record, "aborted", "The caller aborted the request.");
      if (stopped.aborted)
        return failedExchange(record, "aborted", `The script of "${target.name}" was stopped.`);
      if (deadline.aborted) {
        const message = `The script of "${target.name}" did not respond within ${timeoutMilliseconds} ms.`;
        return failedExchange(record, "timeout", message);
      }
      if (!(error instanceof ScriptRunnerError)) {
        const why = error instanceof Error ? error.message : String(error);
        const message = `The connection to the process that runs scripts failed: ${why}`;
        return failedExchange(record, attemptErrorCodes.runner_unavailable, message);
      }
      return failedExchange(record, attemptErrorCodes[error.code], error.message);
    }
  }

  async function readStatus(): Promise<RunnerStatus> {
    const connecting = runner.current();
    if (connecting === undefined) return { memoryBytes: 0, memoryEvictions: 0, scripts: [] };
    const { body } = await (await connecting).http.request({ method: "GET", path: runnerPaths.scripts });
    return (await body.json()) as RunnerStatus; // Written by our own process.
  }

  return {
    dispatch: (target, envelope, requestOptions) => call(target, envelope, requestOptions),
    describe: (target, requestOptions) => call(target, {}, requestOptions),
    retire: async (integration, { keepVersions = [], organization, immediately = false } = {}) => {
      const retirement: Retirement = { integration, keepVersions, organization, immediately };
      const retired = [...calls].filter(({ target: { name, ...version } }) =>
        isRetired({ ...version, integration: name }, retirement),
      );
      // A call in flight would restart the retired script.
      if (immediately) for (const { stop } of retired) stop();
      await Promise.all(retired.map(({ ended }) => ended));
      const connecting = runner.current();
      if (connecting === undefined) return;
      const { http, announced } = await connecting;
      // The next request of each script announces it again.
      announced.clear();
      const body = JSON.stringify(retirement);
      const response = await http.request({ method: "POST", path: runnerPaths.retirements, body });
      await response.body.dump();
    },
    capabilities: async () => (await runner.connect()).process.capabilities,
    listRunning: async () =>
      (await readStatus()).scripts
        .filter(({ sandboxes }) => sandboxes.length > 0)
        .map(({ integration: name, version, organization }) => ({ name, version, organization })),
    status: readStatus,
    close: runner.close,
  };
}

/** A call without a result yet. */
interface Call {
  readonly target: ScriptTarget;
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

// A changed secret needs a new process, because the secret is in the environment of the process.
function keyOf({ name, version, organization, script, signingSecrets }: ScriptTarget): string {
  const identity = JSON.stringify([name, version, organization, script.hash, signingSecrets]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 32);
}

// Starting the runner and loading a bundle continue after an abort: the next caller needs them too.
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
