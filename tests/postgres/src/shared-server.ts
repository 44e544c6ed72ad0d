import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type DatabaseRole, type PostgresServer, startPostgres } from "./start-postgres.ts";
import { sharedServerVariable } from "./create-test-database.ts";

/**
 * Vitest's global setup: creates databases on one server, shared by all test files of a run. The server
 * starts when a test first requests a database.
 */
export async function setup(): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  let databases = 0;

  async function createDatabase(role: DatabaseRole): Promise<string> {
    started ??= startPostgres({ isDurable: false });
    const server = await started;
    databases += 1;
    return await server.createDatabase(`test_${databases}`, role);
  }

  const broker = createServer((request, response) => {
    createDatabase(request.url === "/superuser" ? "superuser" : "owner").then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  broker.listen(0, "127.0.0.1");
  await once(broker, "listening");
  const { port }: AddressInfo = JSON.parse(JSON.stringify(broker.address()));
  process.env[sharedServerVariable] = `http://127.0.0.1:${port}`;

  return async () => {
    broker.close();
    broker.closeAllConnections();
    const server = await started?.catch(() => undefined);
    await server?.remove();
  };
}
