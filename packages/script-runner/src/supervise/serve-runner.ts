import { randomUUID } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import type { Lookup } from "@plugboard/webhook-delivery";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { bundleName, prepareConfiguration } from "../cells/cell-configuration.ts";
import { launchCell } from "../cells/launch-cell.ts";
import { probeMachine } from "../cells/probe-machine.ts";
import { keepSpareCell } from "../cells/spare-cell.ts";
import { type CellHost, startCell } from "../cells/start-cell.ts";
import type { CellLogLine } from "../logs/read-log.ts";
import { openSourcePositions, type SourcePositions } from "../logs/source-positions.ts";
import { chooseEvicted } from "../policy/choose-evicted.ts";
import {
  errorHeader,
  type RunnerSettings,
  runnerSocket,
  type ScriptAnnouncement,
  type ScriptLogLine,
} from "../protocol/runner-protocol.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { type ScriptSupervisor, superviseScript } from "./supervise-script.ts";

/** One that supervises scripts, in this process. */
export interface RunnerServer {
  readonly capabilities: RunnerCapabilities;
  /** Lets all scripts finish what they have begun, and ends them. */
  readonly close: () => Promise<void>;
}

export interface RunnerServerOptions {
  readonly settings: RunnerSettings;
  readonly onLog: (line: ScriptLogLine) => void;
  /** How scripts' host names are resolved. Default: as the machine does. */
  readonly lookup?: Lookup | undefined;
}

const maxWholeBytes = 64 * 1024;

interface Script {
  readonly announcement: ScriptAnnouncement;
  readonly supervisor: ScriptSupervisor;
  readonly positions: SourcePositions;
}

/** A script as the runner sees it. */
export interface ScriptStatus {
  readonly integration: string;
  readonly version: number;
  readonly state: "stopped" | "starting" | "running" | "stuck" | "waiting_to_restart";
  /** The processes it has: usually one, two while one takes the place of another. */
  readonly cells: readonly {
    readonly processId: number;
    readonly residentBytes: number;
    readonly requestsInFlight: number;
    /** Log lines that were over the limit. */
    readonly droppedLogLines: number;
  }[];
  /** How often its process failed lately. */
  readonly failures: number;
}

/** The runner's process and what it runs. */
export interface RunnerStatus {
  /** Absent while it is not started. */
  readonly processId?: number | undefined;
  /** The scripts that were called since it was started. */
  readonly scripts: readonly ScriptStatus[];
}

/** Serves the runner's socket. */
export async function serveRunner({ settings, onLog, lookup }: RunnerServerOptions): Promise<RunnerServer> {
  const { directory, limits } = settings;
  const configure = await prepareConfiguration(directory, limits);
  const machine = await probeMachine(directory, configure, limits);
  const { isolation, maxDataBytes, capabilities } = machine;
  const { apiOrigins, allowNetworks } = settings;
  const outbound = { apiOrigins, allowNetworks, lookup };
  let cellCount = 0;
  const spare = keepSpareCell(() => {
    cellCount += 1;
    return launchCell({ isolation, socketDirectory: join(directory, `c${cellCount}`), maxDataBytes });
  });
  const host: CellHost = { isolation, limits, configure, takeProcess: spare.take, outbound };
  const scripts = new Map<string, Script>();

  function announce(key: string, announcement: ScriptAnnouncement): Script {
    const known = scripts.get(key);
    if (known !== undefined) return known;
    const { integration, version, bundleDirectory, signingSecrets } = announcement;
    const positions = openSourcePositions(join(bundleDirectory, `${bundleName}.map`), bundleName);
    let lastLine = Promise.resolve();
    const log = (line: CellLogLine): void => {
      // One after the other, so that lines keep their order.
      lastLine = lastLine.then(async () =>
        onLog({ ...(await positions.translate(line)), integration, version }),
      );
    };
    const supervisor = superviseScript({
      name: `The script of "${integration}"`,
      limits,
      makeRoom,
      onFailure: (message) => log({ time: Date.now(), level: "error", message, source: "runner" }),
      startCell: async (options) => {
        const bundle = await readFile(join(bundleDirectory, bundleName));
        const cell = { ...options, bundle, signingSecrets, onLog: log };
        try {
          return await startCell(host, cell);
        } catch (error) {
          if (!(error instanceof ScriptRunnerError)) throw error;
          throw new ScriptRunnerError(error.code, await positions.translate(error.message));
        } finally {
          spare.prepare();
        }
      },
    });
    const script = { announcement, supervisor, positions };
    scripts.set(key, script);
    return script;
  }

  function makeRoom(): boolean {
    const statuses = [...scripts].map(([key, { supervisor }]) => ({ key, ...supervisor.status() }));
    const count = statuses.reduce(
      (sum, { cells, state }) => sum + cells.length + (state === "starting" ? 1 : 0),
      0,
    );
    if (count < limits.maxCells) return true;
    const evicted = chooseEvicted(statuses.filter(({ cells }) => cells.length > 0));
    if (evicted === undefined) return false;
    void scripts.get(evicted)?.supervisor.drain();
    return true;
  }

  // A script that nobody calls leaves; the next request starts it again.
  const idleTimer = setInterval(
    () => {
      const before = performance.now() - limits.idleMilliseconds;
      for (const { supervisor } of scripts.values()) {
        const { cells, isBusy, lastUsedAt } = supervisor.status();
        if (cells.length > 0 && !isBusy && lastUsedAt < before) void supervisor.drain();
      }
    },
    Math.min(10_000, limits.idleMilliseconds / 2),
  );

  async function forward(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const body = request.method === "POST" ? await readAll(request) : null;
    const received = await script.supervisor.send(
      { id: randomUUID(), method: body === null ? "GET" : "POST", headers: forwardedHeaders(request), body },
      gone.signal,
    );
    response.sendDate = false;
    response.writeHead(received.status, endToEnd(received.headers));
    // Most responses are small and whole: one write instead of a stream.
    if (received.contentLength <= maxWholeBytes) response.end(await received.bytes());
    else await pipeline(received.body, response);
  }

  async function retire(integration: string, keptVersions: readonly string[]): Promise<void> {
    const retired = [...scripts].filter(
      ([, { announcement }]) =>
        announcement.integration === integration && !keptVersions.includes(String(announcement.version)),
    );
    await Promise.all(
      retired.map(async ([key, { supervisor, positions }]) => {
        scripts.delete(key);
        await supervisor.end(new ScriptRunnerError("script_unknown", "The script was retired."));
        positions.close();
      }),
    );
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://runner");
    const [, collection, name = "", version] = pathname.split("/");
    if (collection === "integrations") {
      await retire(decodeURIComponent(name), (searchParams.get("keep") ?? "").split(","));
      return void response.writeHead(204).end();
    }
    if (collection !== "scripts") return void response.writeHead(404).end();
    if (name === "") {
      const status: RunnerStatus = { processId: process.pid, scripts: [...scripts.values()].map(describe) };
      return sendJson(response, status);
    }
    if (request.method === "PUT") {
      const announcement: ScriptAnnouncement = JSON.parse(String(await readAll(request)));
      announce(name, announcement);
      return void response.writeHead(204).end();
    }
    const script = scripts.get(name);
    if (script === undefined || version === undefined)
      return void response.writeHead(404, { [errorHeader]: "script_unknown" }).end();
    await forward(script, request, response);
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => fail(response, error));
  });
  // Nothing ends a request here but its caller.
  server.requestTimeout = 0;
  const socket = runnerSocket(directory);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
  await chmod(socket, 0o600);
  spare.prepare();

  return {
    capabilities,
    close: async () => {
      clearInterval(idleTimer);
      server.close();
      const closed = new ScriptRunnerError("runner_closed", "The script runner was closed.");
      await Promise.all([
        spare.close(),
        ...[...scripts.values()].map(({ supervisor }) => supervisor.end(closed)),
      ]);
      server.closeAllConnections();
    },
  };
}

function describe({ announcement: { integration, version }, supervisor }: Script): ScriptStatus {
  const { state, cells, failures } = supervisor.status();
  return {
    integration,
    version,
    state,
    failures,
    cells: cells.map((cell) => ({
      processId: cell.pid,
      residentBytes: cell.residentBytes(),
      requestsInFlight: cell.inFlight(),
      droppedLogLines: cell.droppedLogLines(),
    })),
  };
}

// Faster than an iterator over the stream, which counts at this place.
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

// Without what concerns the connection to the cell, and without what only the runner itself may say.
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
