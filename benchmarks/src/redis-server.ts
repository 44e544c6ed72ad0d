import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A Redis server for this run only. */
export interface RedisServer {
  /** The path of its socket. */
  readonly path: string;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** Returns whether a Redis server is installed on this machine. No npm package contains one. */
export function isRedisInstalled(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Starts a Redis server on its own socket and folder. */
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
