import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  listAuditEntries,
  listInstallationDeliveries,
  listSettings,
  queueTask,
  updateSettings,
} from "@plugboard/api/routes";
import { createTestDatabase, hasPgBouncer, startPgBouncer } from "@plugboard/test-postgres";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

describe("settings changed at run time", () => {
  const { call } = setUpServer();
  const change = (...settings: readonly { readonly name: string; readonly value: string | null }[]) =>
    call(updateSettings, { body: { settings } });
  const find = async (name: string): Promise<unknown> => {
    const { body } = await call(listSettings, { query: { limit: 100 } });
    const { items }: { items: readonly { readonly name: string }[] } = JSON.parse(JSON.stringify(body));
    return items.find((setting) => setting.name === name);
  };

  it("apply immediately, are stored and can be reset", async () => {
    const name = "PLUGBOARD_TASKS_PER_MINUTE";
    expect(await find(name)).toMatchObject({ value: "600", isSet: false, isChangeable: true });
    expect(await change({ name, value: "2" })).toMatchObject({
      status: 200,
      body: { items: [{ name, value: "2", isSet: true }] },
    });
    expect(await find(name)).toMatchObject({ value: "2", isSet: true });
    expect(await change({ name, value: null })).toMatchObject({ body: { items: [{ name, value: "600" }] } });
    expect(await call(listAuditEntries)).toMatchObject({
      body: {
        items: expect.arrayContaining([
          expect.objectContaining({
            operation: "updateSettings",
            request: { settings: [{ name, value: "2" }] },
          }),
        ]),
      },
    });
  });

  it("are rejected as a whole if one is invalid or fixed", async () => {
    const name = "PLUGBOARD_KEEP_DELIVERED";
    for (const [other, message] of [
      [{ name: "PORT", value: "80" }, "PORT cannot be changed at run time"],
      [{ name: "PLUGBOARD_ADMIN_TOKEN", value: "a-token-of-sixteen" }, "cannot be changed at run time"],
      [{ name: "PLUGBOARD_KEEP_FAILED", value: "1s" }, "must be a time from 1h to 3650d"],
      [{ name: "__proto__", value: "1" }, "cannot be changed at run time"],
    ] as const) {
      expect(await change({ name, value: "7d" }, other)).toMatchObject({
        status: 400,
        body: { code: "invalid_request", detail: expect.stringContaining(message) },
      });
      expect(await find(name)).toMatchObject({ value: "30d", isSet: false });
    }
  });
});

const dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
const databaseUrl = await createTestDatabase();
// The second server connects through PgBouncer if it is installed.
const bouncer = hasPgBouncer() ? await startPgBouncer(databaseUrl) : undefined;
afterAll(async () => {
  await bouncer?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("settings set on one of two servers on PostgreSQL", () => {
  const first = setUpServer("PostgreSQL", { dataDir, databaseUrl });
  const change = async (name: string, value: string) =>
    await first.succeed(updateSettings, { body: { settings: [{ name, value }] } });
  let installationId: string;
  const countDelivered = async (): Promise<number> => {
    const body = await first.succeed(listInstallationDeliveries, {
      params: { installationId },
      query: { status: "delivered" },
    });
    const { items }: { items: readonly unknown[] } = JSON.parse(JSON.stringify(body));
    return items.length;
  };

  it("keep data for two hours until the setting is one hour", async () => {
    await first.publish("settled", undefined, "scopes: [space:content:read]");
    installationId = await first.install("settled");
    await expect.poll(countDelivered).toBeGreaterThan(0);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query("update webhooks.deliveries set finished_at = finished_at - 7200000");
    await client.end();
    await change("PLUGBOARD_KEEP_DELIVERED", "1h");
    expect(await countDelivered()).toBeGreaterThan(0);
  });

  describe("also on the other server", () => {
    const second = setUpServer("PostgreSQL", {
      dataDir,
      databaseUrl: bouncer?.url ?? databaseUrl,
      databasePooling: "transaction",
    });

    it("apply settings from before it started, and delete older data", async () => {
      await expect.poll(countDelivered).toBe(0);
    });

    it("apply a quota set while both run, which the first enforces immediately", async () => {
      const queue = async ({ call }: typeof first) =>
        await call(queueTask, { body: { installationId, task: { type: "t" } } });
      const policyOf = async (server: typeof first) =>
        (await queue(server)).headers.get("ratelimit-policy")?.split(",")[0];
      expect([await policyOf(first), await policyOf(second)]).toEqual([
        '"tasks";q=600;w=60',
        '"tasks";q=600;w=60',
      ]);
      // One a minute: a slow machine can't earn another while the test runs.
      await change("PLUGBOARD_TASKS_PER_MINUTE", "1");
      expect(await policyOf(first)).toBe('"tasks";q=1;w=60');
      expect((await queue(first)).status).toBe(429);
      await expect.poll(() => policyOf(second), { interval: 500 }).toBe('"tasks";q=1;w=60');
      expect((await queue(second)).status).toBe(429);
    });
  });
});
