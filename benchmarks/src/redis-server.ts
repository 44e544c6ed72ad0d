import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A Redis of this run's own. */
export interface RedisServer {
  /** The path of its socket. */
  readonly path: string;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Whether this machine has a Redis server to start. No npm package carries one. */
export function isRedisInstalled(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Starts a Redis server on a socket and in a folder of its own. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "bench-redis-"));
  const path = join(folder, "redis.sock");
  const own = ["--port", "0", "--unixsocket", path, "--dir", folder];
  const child = spawn("redis-server", [...own, ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  await untilReady(child);
  return {
    path,
    async remove() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new TypeError("the server's standard output must be a pipe");
  for await (const line of createInterface({ input: stdout })) {
    if (/ready to accept connections/i.test(line)) return;
  }
  throw new Error("the Redis server ended before it was ready");
}
