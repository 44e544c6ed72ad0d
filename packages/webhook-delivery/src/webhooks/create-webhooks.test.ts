import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { createPostgresDeliveryStore } from "../postgres.ts";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { createWebhooks } from "./create-webhooks.ts";

const sender = { allowNetworks: ["127.0.0.0/8"] };
const secrets = ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"];
const event = { id: "e1", type: "invoice.paid", body: "{}" };

const databases = {
  SQLite: async () => {
    const database = new DatabaseSync(":memory:");
    return {
      open: (delivers: boolean) => createWebhooks({ database, sender, delivers }),
      end: async () => database.close(),
    };
  },
  PostgreSQL: async () => {
    const database = new Pool({ connectionString: await createTestDatabase() });
    return {
      open: (delivers: boolean) => createWebhooks({ database, sender, delivers }),
      end: () => database.end(),
    };
  },
};

test.each(["SQLite", "PostgreSQL"] as const)(
  "closes once the attempts in flight have ended, on %s",
  async (kind) => {
    const { open, end } = await databases[kind]();
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const receiver = createServer((_request, response) => {
      arrived.resolve();
      void answered.promise.then(() => response.end());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => receiver.once("listening", resolve));
    // A listening TCP server has an address with a port.
    const { port } = receiver.address() as AddressInfo;
    const publisher = await open(false);
    const { id } = await publisher.store.createEndpoint({
      url: `http://127.0.0.1:${port}/`,
      eventTypes: ["invoice.*"],
      secrets,
    });
    await publisher.store.publish([event]);
    await publisher.close();
    const webhooks = await open(true);
    await arrived.promise;
    const closed = webhooks.close();
    answered.resolve();
    await closed;
    const reader = await open(false);
    const { items } = await reader.store.listDeliveries({ endpointId: id });
    expect(items).toMatchObject([{ eventId: "e1", state: "delivered" }]);
    await reader.close();
    receiver.close();
    await end();
  },
);

test("a process on PostgreSQL exits by itself once it has closed everything", async () => {
  const packageFolder = fileURLToPath(new URL("../../", import.meta.url));
  // Inside the package, so that the script can import it by its name.
  const folder = await mkdtemp(join(packageFolder, ".examples-"));
  const script = join(folder, "exits.ts");
  const connectionString = JSON.stringify(await createTestDatabase());
  await writeFile(
    script,
    `import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { createWebhooks } from "@plugboard/webhook-delivery/webhooks";
import { Pool } from "pg";

const database = new Pool({ connectionString: ${connectionString} });
const { store, close } = await createWebhooks({ database });
await store.publish([{ id: "e1", type: "invoice.paid", body: "{}" }]);
await close();
await database.end();

const pool = new Pool({ connectionString: ${connectionString} });
const own = createPostgresDeliveryStore(pool);
const sender = createWebhookSender();
const worker = createDeliveryWorker({ store: own, send: sender.deliver });
worker.start();
await own.publish([{ id: "e2", type: "invoice.paid", body: "{}" }]);
await worker.stop();
await sender.close();
await pool.end();
console.log("ended");
`,
  );
  const run = promisify(execFile);
  try {
    // Rejects unless the process exits with 0.
    const { stdout } = await run(process.execPath, ["--conditions=@plugboard/source", script]);
    expect(stdout).toBe("ended\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ["the name of a file", "webhooks.db", "It is a string"],
  ["nothing", undefined, "It is undefined"],
  ["another object", {}, "It is an object without `prepare` and `connect`"],
])("says what to pass as the database, given %s", async (_case, database, found) => {
  // Callers without types can pass anything.
  const created = createWebhooks({ database: database as unknown as DatabaseSync });
  await expect(created).rejects.toMatchObject({
    name: "DeliveryError",
    code: "invalid_option",
    part: "database",
    message: expect.stringMatching(`${found}.*DatabaseSync.*fromBetterSqlite3.*Pool`),
  });
});

test.each([
  ["SQLite", createSqliteDeliveryStore, "DatabaseSync"],
  ["PostgreSQL", createPostgresDeliveryStore, "Pool"],
])("the %s store says which connection to pass", (_kind, create, expected) => {
  // Callers without types can pass anything.
  expect(() => create("postgres://localhost/app" as never)).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(expected) }),
  );
});
