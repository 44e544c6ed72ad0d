import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../http/src/find-free-port.ts";

/** PgBouncer in transaction mode in front of a database. */
export interface PgBouncer {
  /** The connection string of the database through PgBouncer. */
  readonly url: string;
  close(): Promise<void>;
}

/** Returns whether PgBouncer is installed, for example by Debian's package `pgbouncer`. */
export function hasPgBouncer(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/** Starts PgBouncer in transaction mode with four database connections for all clients. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  const port = await findFreePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
pooled = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
    { mode: 0o644 },
  );
  spawnSync("chmod", ["755", folder]);
  // PgBouncer doesn't run as root.
  const asUser = userInfo().uid === 0 ? ["--user", "postgres"] : [];
  const child = spawn("pgbouncer", [...asUser, file], { stdio: "ignore" });
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error("PgBouncer did not start");
    await delay(50);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}/pooled`,
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
