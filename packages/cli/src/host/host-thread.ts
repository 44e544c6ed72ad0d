import { format } from "node:util";
import { parentPort } from "node:worker_threads";
import { pathToFileURL } from "node:url";
import type { Integration, LogLine } from "@plugboard/runtime";
import type { HostData, HostFetch, HostLog, HostMessage, HostRequest } from "./host-protocol.ts";

// Runs one version of an integration in its own thread, so its output can be captured and an infinite loop
// terminated.

const port = parentPort;

const post = (message: HostMessage): void => port?.postMessage(message, []);
const log = (level: HostLog["level"], message: string, fields: HostLog["fields"] = {}): void =>
  post({ kind: "log", log: { level, message, fields: toPlain(fields) } });

process.setSourceMapsEnabled(true);
const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const isRequest = input instanceof Request;
  const method = (init?.method ?? (isRequest ? input.method : "GET")).toUpperCase();
  const [url = ""] = (isRequest ? input.url : String(input)).split(/[?#]/, 1);
  const startedAt = performance.now();
  const reportFetch = (outcome: Pick<HostFetch, "status" | "failure">): void => {
    const milliseconds = Math.round(performance.now() - startedAt);
    post({ kind: "fetch", fetch: { method, url, ...outcome, milliseconds } });
  };
  try {
    const response = await fetch(input, init);
    reportFetch({ status: response.status });
    return response;
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    reportFetch({ failure: String(cause instanceof Error ? cause.message : error) });
    throw error;
  }
};
for (const [name, level] of [
  ["debug", "debug"],
  ["log", "info"],
  ["info", "info"],
  ["warn", "warn"],
  ["error", "error"],
] as const)
  console[name] = (...values: readonly unknown[]) => log(level, format(...values));
process.on("unhandledRejection", (error) => log("error", "Unhandled promise rejection", { error }));

// Warms up while the bundle is built: starting a thread takes longer than loading a bundle, and Node.js loads
// these classes lazily.
await new Response(new Request("http://integration.localhost", { method: "POST", body: "" }).body).bytes();
port?.once("message", (data: HostData) => void run(data));

async function run({ file, signingSecret }: HostData): Promise<void> {
  try {
    const { default: integration }: { readonly default: Integration } = await import(
      pathToFileURL(file).href
    );
    port?.on("message", (request: HostRequest) => void respond(integration, signingSecret, request));
    post({ kind: "ready" });
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    post({ kind: "failed", message, stack });
  }
}

async function respond(integration: Integration, signingSecret: string, request: HostRequest): Promise<void> {
  const { id, method, path, headers, body } = request;
  const url = new URL(path, "http://integration.localhost");
  // The bytes are this thread's own copy and never shared.
  const init = {
    method,
    headers: new Headers([...headers].map(([name, value]): [string, string] => [name, value])),
  };
  const sent = new Request(url, body === undefined ? init : { ...init, body: new Uint8Array(body) });
  const host = {
    waitUntil: (work: Promise<unknown>) =>
      void work.catch((error: unknown) => log("error", "A `waitUntil` task failed", { error })),
    log: ({ level, message, fields }: LogLine) => log(level, message, fields),
  };
  const response = await integration
    .fetch(sent, { PLUGBOARD_SIGNING_SECRET: signingSecret }, host)
    .catch((error: unknown) => {
      log("error", "The integration threw outside of a handler", { error });
      return new Response(null, { status: 500 });
    });
  const bytes = new Uint8Array(await response.arrayBuffer());
  post({ kind: "response", id, status: response.status, headers: [...response.headers], body: bytes });
}

/** Returns a cloneable copy, with errors reduced to message and stack. */
function toPlain(fields: HostLog["fields"]): HostLog["fields"] {
  try {
    return JSON.parse(
      JSON.stringify(fields, (_name, value: unknown) => {
        if (!(value instanceof Error)) return typeof value === "bigint" ? String(value) : value;
        const { name, message, stack, cause, ...more } = value;
        return { ...more, name, message, stack, cause };
      }),
    );
  } catch {
    return { unwritable: Object.keys(fields) };
  }
}
