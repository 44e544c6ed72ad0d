import { spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProcess, startTimeoutMilliseconds } from "../../test/adapters/start-process.fixture.ts";
import { dedupeStoreContract } from "../testing.ts";
import { createRedisDedupeStore, type SendRedisCommand } from "./redis-dedupe-store.ts";

// No npm package contains a Redis server, so this test needs one on the machine.
const isInstalled = spawnSync("redis-server", ["--version"]).status === 0;

describe.skipIf(!isInstalled)("the Redis store", () => {
  let path = "";
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "plugboard-redis-"));
    path = join(folder, "redis.sock");
    const server = await startProcess({
      command: "redis-server",
      args: ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder],
      folder,
      listening: /ready to (accept connections) /i,
    });
    stop = server.stop;
  }, startTimeoutMilliseconds);
  afterAll(() => stop?.());

  const clients: Readonly<Record<string, () => Promise<{ send: SendRedisCommand; close: () => unknown }>>> = {
    async redis() {
      const client = createClient({ socket: { path, tls: false } });
      await client.connect();
      return { send: (command) => client.sendCommand(command), close: () => client.close() };
    },
    async ioredis() {
      const client = new Redis(path);
      return { send: ([name, ...rest]) => client.call(name, ...rest), close: () => client.disconnect() };
    },
  };

  describe.each(Object.entries(clients))("with the client %s", (_name, connect) => {
    let send: SendRedisCommand = () => Promise.reject(new Error("not connected"));
    let close = (): unknown => undefined;
    beforeAll(async () => ({ send, close } = await connect()));
    afterAll(() => close());

    const cases = dedupeStoreContract(async (options) => {
      await send(["FLUSHALL"]);
      return createRedisDedupeStore(send, options);
    });
    it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined());

    it("lets Redis delete expired keys", async () => {
      await send(["FLUSHALL"]);
      const store = createRedisDedupeStore(send, { leaseSeconds: 10, retentionSeconds: 60 });
      const timeToLive = () => send(["PTTL", "webhook_dedupe:evt_1"]).then(Number);
      await store.claim("evt_1", "a");
      expect(await timeToLive()).toBeGreaterThan(0);
      expect(await timeToLive()).toBeLessThanOrEqual(10_000);
      await store.commit("evt_1", "a");
      expect(await timeToLive()).toBeGreaterThan(10_000);
      expect(await timeToLive()).toBeLessThanOrEqual(60_000);
      await store.release("evt_1", "a");
      await store.claim("evt_2", "a");
      await store.release("evt_2", "a");
      expect(await send(["KEYS", "*"])).toEqual(["webhook_dedupe:evt_1"]);
    });
  });
});

it("rejects a reply that is not from its script", async () => {
  const store = createRedisDedupeStore(async () => Buffer.from("claimed"));
  await expect(store.claim("evt_1", "a")).rejects.toThrow("decode replies as text");
});
