import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { sign } from "@plugboard/webhook-signer";
import { type Bundle, bundleName } from "../bundle/bundle-integration.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { HostData, HostLog, HostMessage, HostRequest } from "./host-protocol.ts";

/** What an integration responds. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A request to an integration. */
export interface HostCall {
  readonly method: string;
  /** Of the request's URL. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array | undefined;
}

/** One version of an integration, running. */
export interface IntegrationHost {
  /** Hands a request on as it came. @throws Error when the host was closed before the response */
  readonly forward: (call: HostCall) => Promise<HostResponse>;
  /** Signs an envelope and sends it; without one it asks what the integration handles. */
  readonly send: (envelope?: {
    readonly contentType: string;
    readonly body: Uint8Array;
  }) => Promise<HostResponse>;
  /** Ends it, whatever it does. */
  readonly close: () => Promise<void>;
}

/** How an integration is run. */
export interface HostOptions {
  /** Of the integration: places in stack traces are below it. */
  readonly folder: string;
  /** Where the bundle is written to. */
  readonly buildFolder: string;
  readonly bundle: Bundle;
  readonly signingSecret: string;
  readonly onLog: (log: HostLog) => void;
  /** What {@link startThread} gave, used by nobody else. */
  readonly thread?: Worker | undefined;
}

const maxLoadMilliseconds = 10_000;
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Starts a thread ahead of what it will run. */
export function startThread(): Worker {
  return new Worker(new URL(`host-thread.${extension}`, import.meta.url), {
    // What a published script does not have, it should not find here either.
    env: {},
    stdout: true,
    stderr: true,
  });
}

/** Runs a bundle. @throws CliError `invalid_project` when it cannot be loaded */
export async function startHost(options: HostOptions): Promise<IntegrationHost> {
  const { folder, buildFolder, bundle, signingSecret, onLog, thread: worker = startThread() } = options;
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
      message: "The integration ended itself",
      fields: { error: { message: failed.message, stack: failed.stack } },
    });
    fail(failed);
  });
  worker.on("exit", () => fail(new Error("The integration was stopped before it responded.")));
  worker.postMessage({ file, signingSecret } satisfies HostData, []);
  const timer = setTimeout(
    () =>
      fail(
        notLoaded(`it was not loaded after ${maxLoadMilliseconds / 1000} s: does it loop at its top level?`),
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
    // Put in front of its other members, rather than read and written anew: it may be large.
    writeFile(
      `${file}.map`,
      sourceMap.replace("{", () => `{"sourceRoot":${root},`),
    ),
    writeFile(file, `${module}//# sourceMappingURL=${bundleName}.map\n`),
  ]);
  return file;
}
