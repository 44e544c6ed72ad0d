import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { sign } from "@plugboard/webhook-signer";
import { type Bundle, bundleName } from "../bundle/bundle-integration.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { HostData, HostFetch, HostLog, HostMessage, HostRequest } from "./host-protocol.ts";

/** An integration's response. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A request to an integration. */
export interface HostCall {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array | undefined;
}

/** A running version of an integration. */
export interface IntegrationHost {
  /** Forwards a request unchanged. @throws Error if the host is closed before the response */
  readonly forward: (call: HostCall) => Promise<HostResponse>;
  /** Signs and sends an envelope; without one, requests the integration's description. */
  readonly send: (envelope?: {
    readonly contentType: string;
    readonly body: Uint8Array;
  }) => Promise<HostResponse>;
  /** Terminates the integration, even in an infinite loop. */
  readonly close: () => Promise<void>;
}

/** Options for {@link startHost}. */
export interface HostOptions {
  /** The integration's folder; stack traces are relative to it. */
  readonly folder: string;
  /** The output folder of the bundle. */
  readonly buildFolder: string;
  readonly bundle: Bundle;
  readonly signingSecret: string;
  readonly onLog: (log: HostLog) => void;
  readonly onFetch?: ((fetch: HostFetch) => void) | undefined;
  /** An unused thread from {@link startThread}. */
  readonly thread?: Worker | undefined;
}

const maxLoadMilliseconds = 10_000;
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Starts a thread before its bundle is known. */
export function startThread(): Worker {
  return new Worker(new URL(`host-thread.${extension}`, import.meta.url), {
    // Published scripts have no environment variables, so there are none here.
    env: {},
    stdout: true,
    stderr: true,
  });
}

/**
 * Runs a bundle.
 *
 * @throws CliError `invalid_project` if it cannot be loaded
 */
export async function startHost(options: HostOptions): Promise<IntegrationHost> {
  const {
    folder,
    buildFolder,
    bundle,
    signingSecret,
    onLog,
    onFetch,
    thread: worker = startThread(),
  } = options;
  const file = await writeBundle(buildFolder, folder, bundle).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  let lastId = 0;
  const open = new Map<
    number,
    { resolve: (response: HostResponse) => void; reject: (error: Error) => void }
  >();
  const loaded = Promise.withResolvers<void>();
  const fail = (error: Error): void => {
    loaded.reject(error);
    for (const { reject } of open.values()) reject(error);
    open.clear();
  };
  worker.on("message", (message: HostMessage) => {
    if (message.kind === "log") onLog(message.log);
    else if (message.kind === "fetch") onFetch?.(message.fetch);
    else if (message.kind === "ready") loaded.resolve();
    else if (message.kind === "failed") fail(notLoaded(message.stack || message.message));
    else {
      const { id, status, headers, body } = message;
      open.get(id)?.resolve({
        status,
        headers: new Headers(headers.map(([name, value]) => [name, value])),
        body: new Uint8Array(body),
      });
      open.delete(id);
    }
  });
  worker.on("error", (error) => {
    const failed = error instanceof Error ? error : new Error(String(error));
    onLog({
      level: "error",
      message: "The integration exited",
      fields: { error: { message: failed.message, stack: failed.stack } },
    });
    fail(failed);
  });
  worker.on("exit", () => fail(new Error("The integration was stopped before it responded.")));
  worker.postMessage({ file, signingSecret } satisfies HostData, []);
  const timer = setTimeout(
    () =>
      fail(
        notLoaded(
          `it did not load within ${maxLoadMilliseconds / 1000} s: check for an infinite loop at the top level`,
        ),
      ),
    maxLoadMilliseconds,
  );
  const close = async (): Promise<void> => void (await worker.terminate());
  try {
    await loaded.promise;
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }

  const forward: IntegrationHost["forward"] = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      open.set(id, { resolve, reject });
      worker.postMessage({ id, method, path, headers, body } satisfies HostRequest, []);
    });
  return {
    forward,
    send: async (envelope) => {
      const { contentType, body = new Uint8Array() } = envelope ?? {};
      const signature: [string, string] = [
        "x-service-signature",
        await sign({ secret: signingSecret, body }),
      ];
      const path = "/v1";
      if (contentType === undefined) return await forward({ method: "GET", path, headers: [signature] });
      return await forward({
        method: "POST",
        path,
        headers: [signature, ["content-type", contentType]],
        body,
      });
    },
    close,
  };
}

function notLoaded(why: string): CliError {
  return new CliError("invalid_project", `The code cannot be loaded: ${why}`);
}

async function writeBundle(
  buildFolder: string,
  folder: string,
  { module, sourceMap }: Bundle,
): Promise<string> {
  await mkdir(buildFolder, { recursive: true });
  const file = join(buildFolder, bundleName);
  const root = JSON.stringify(`${pathToFileURL(folder).href}/`);
  await Promise.all([
    // Spliced in because parsing and printing a large map is slow.
    writeFile(
      `${file}.map`,
      sourceMap.replace("{", () => `{"sourceRoot":${root},`),
    ),
    writeFile(file, `${module}//# sourceMappingURL=${bundleName}.map\n`),
  ]);
  return file;
}
