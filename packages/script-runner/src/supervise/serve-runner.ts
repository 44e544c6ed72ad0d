import { randomUUID } from "node:crypto";
import { chmod } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { RunnerStatus } from "../model/runner-status.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import {
  errorHeader,
  type Retirement,
  runnerPaths,
  runnerSocket,
  type ScriptAnnouncement,
} from "../protocol/runner-protocol.ts";
import { keepScripts, type ScriptsOptions } from "./keep-scripts.ts";
import type { ScriptSupervisor } from "./supervise-script.ts";

/** The runner's HTTP server. */
export interface RunnerServer {
  readonly capabilities: RunnerCapabilities;
  /** Lets all scripts finish their work in progress, then ends them. */
  readonly close: () => Promise<void>;
}

const maxWholeBytes = 64 * 1024;

/** Serves the runner's socket. */
export async function serveRunner(options: ScriptsOptions): Promise<RunnerServer> {
  const scripts = await keepScripts(options);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://runner");
    const [, collection, name = "", version] = pathname.split("/");
    if (pathname === runnerPaths.retirements) {
      const retirement: Retirement = JSON.parse(String(await readAll(request)));
      await scripts.retire(retirement);
      return void response.writeHead(204).end();
    }
    if (collection !== "scripts") return void response.writeHead(404).end();
    if (name === "") {
      const status: RunnerStatus = { processId: process.pid, ...scripts.memory(), scripts: scripts.status() };
      return sendJson(response, status);
    }
    if (request.method === "PUT") {
      const announcement: ScriptAnnouncement = JSON.parse(String(await readAll(request)));
      scripts.announce(name, announcement);
      return void response.writeHead(204).end();
    }
    const supervisor = scripts.find(name);
    if (supervisor === undefined || version === undefined)
      return void response.writeHead(404, { [errorHeader]: "script_unknown" }).end();
    await forward(supervisor, request, response);
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => fail(response, error));
  });
  // Only the caller ends a request.
  server.requestTimeout = 0;
  const socket = runnerSocket(options.settings.directory);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
  await chmod(socket, 0o600);
  return {
    capabilities: scripts.capabilities,
    close: async () => {
      server.close();
      await scripts.close();
      server.closeAllConnections();
    },
  };
}

async function forward(
  supervisor: ScriptSupervisor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) disconnected.abort();
  });
  const body = request.method === "POST" ? await readAll(request) : null;
  const received = await supervisor.send(
    { id: randomUUID(), method: body === null ? "GET" : "POST", headers: forwardedHeaders(request), body },
    disconnected.signal,
  );
  response.sendDate = false;
  response.writeHead(received.status, endToEnd(received.headers));
  // Most responses are small: one write instead of a stream.
  if (received.contentLength <= maxWholeBytes) response.end(await received.bytes());
  else await pipeline(received.body, response);
}

// Faster than an async iterator, which matters on this hot path.
function readAll(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
  });
}

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const name of ["content-type", "x-service-signature", "traceparent"]) {
    const value = headers[name];
    if (typeof value === "string") forwarded[name] = value;
  }
  return forwarded;
}

// Headers of the connection to the sandbox, and headers that only the runner can set.
const removedHeaders = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "trailer",
  errorHeader,
]);

function endToEnd(headers: readonly string[]): string[] {
  return headers.filter(
    (_text, index) => !removedHeaders.has((headers[index - (index % 2)] ?? "").toLowerCase()),
  );
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const code = error instanceof ScriptRunnerError ? error.code : "runner_unavailable";
  response
    .writeHead(503, { [errorHeader]: code })
    .end(error instanceof Error ? error.message : String(error));
}
