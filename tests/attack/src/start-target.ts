import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** A response as seen by an attacker. */
export interface TargetResponse {
  /** 0 if the connection was closed without a response, or none arrived in time. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** A request by an attacker. */
export interface TargetRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
}

/** A server in its own process. */
export interface Target {
  readonly port: number;
  readonly processId: number | undefined;
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  readonly adminToken: string;
  /** The link that creates the first owner, if the data is new. */
  readonly firstOwnerUrl: string | undefined;
  /** Sends a request to a URL of the server, regardless of its name resolution. */
  readonly send: (url: string, request?: TargetRequest) => Promise<TargetResponse>;
  /** Log lines of the level `error`. */
  readonly errors: readonly string[];
  /** Returns whether the process is running. */
  readonly isAlive: () => boolean;
  readonly stop: () => Promise<void>;
}

/** The root folder of this repository. */
export const ownRoot: string = fileURLToPath(new URL("../../../", import.meta.url));
const lineSchema = z.looseObject({ level: z.number(), msg: z.string() });
const readySchema = z.looseObject({
  msg: z.literal("ready"),
  console: z.string(),
  sites: z.string(),
  firstOwner: z.string().optional(),
});
const adminToken = "admin-token-of-the-attacks";
// Long, for busy machines; a hanging server is still detected.
const timeoutMilliseconds = 30_000;

/** Starts a server from a source tree on empty data, or on existing data, which is then kept. */
export async function startTarget(
  port: number,
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
  root: string = ownRoot,
): Promise<Target> {
  return await launch(port, env, (_dataDir, command) => command, dataDir, root);
}

/** A server with a small disk. */
export interface SmallTarget extends Target {
  /** Frees space on the disk. Works once. */
  readonly makeRoom: () => Promise<void>;
}

/** Returns whether this machine allows a process to mount its own disk. */
export function hasSmallDisks(): boolean {
  return spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;
}

const megabyte = 1024 * 1024;

/** Starts a server on a private in-memory disk. `taken` MiB of it are occupied until `makeRoom` is called. */
export async function startSmallTarget(
  port: number,
  { room, taken }: { readonly room: number; readonly taken: number },
): Promise<SmallTarget> {
  const prepare = `mount -t tmpfs -o size=${(room + taken) * megabyte} tmpfs "$0" &&
    head -c ${taken * megabyte} /dev/zero > "$0/taken" && exec "$@"`;
  let folder = "";
  const target = await launch(port, {}, (dataDir, command) => {
    folder = dataDir;
    return ["unshare", "--map-root-user", "--mount", "sh", "-c", prepare, dataDir, ...command];
  });
  // The disk is only accessible through the server's process.
  return { ...target, makeRoom: () => rm(`/proc/${target.processId}/root${folder}/taken`) };
}

async function launch(
  port: number,
  env: Readonly<Record<string, string>>,
  toCommand: (dataDir: string, command: readonly string[]) => readonly string[],
  given?: string,
  root: string = ownRoot,
): Promise<Target> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), "attack-")));
  const [program = "", ...rest] = toCommand(dataDir, [
    process.execPath,
    "--conditions=@plugboard/source",
    join(root, "apps/reference-server/src/main.ts"),
  ]);
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: String(port),
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      ...env,
    },
  });
  const exited = once(child, "exit");
  const errors: string[] = [];
  const ready = await new Promise<z.infer<typeof readySchema>>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const parsed: unknown = JSON.parse(line);
      if (lineSchema.parse(parsed).level >= 50) errors.push(line);
      const { data } = readySchema.safeParse(parsed);
      if (data !== undefined) resolve(data);
    });
    exited.then(() => reject(new Error("the server exited before it was ready")), reject);
  });
  return {
    port,
    processId: child.pid,
    consoleUrl: ready.console,
    sitesUrl: ready.sites,
    adminToken,
    firstOwnerUrl: ready.firstOwner,
    errors,
    send: (url, sent) => sendRequest(port, url, sent),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function sendRequest(
  port: number,
  url: string,
  { method = "GET", headers, body }: TargetRequest = {},
): Promise<TargetResponse> {
  const { host, pathname, search } = new URL(url);
  // The path is sent as is; a URL would normalize it.
  const path = url.startsWith("http") ? url.slice(url.indexOf(host) + host.length) : `${pathname}${search}`;
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: { host, ...headers },
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  // A server that rejects a body may close the connection before all of it is sent, and the response may then
  // be lost.
  const failed = new Promise<undefined>((resolve) => outgoing.on("error", () => resolve(undefined)));
  outgoing.end(body);
  const incoming = await Promise.race([responseOf(outgoing), failed]);
  if (incoming === undefined) return { status: 0, headers: {}, body: "" };
  const { statusCode: status = 0, headers: received } = incoming;
  if (String(received["content-type"]).startsWith("text/event-stream")) {
    incoming.destroy();
    return { status, headers: received, body: "" };
  }
  return { status, headers: received, body: await text(incoming).catch(() => "") };
}

async function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return await new Promise((resolve) => outgoing.on("response", resolve));
}
