import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import {
  type ClaimOutcome,
  type DedupeStore,
  type DedupeStoreOptions,
  defaultDurableRetentionSeconds,
  defaultLeaseSeconds,
} from "./dedupe-store.ts";

/**
 * Sends a Redis command and returns the reply: `(command) => client.sendCommand(command)` with `redis`,
 * `([name, ...rest]) => client.call(name, ...rest)` with `ioredis`.
 */
export type SendRedisCommand = (command: [name: string, ...rest: string[]]) => Promise<unknown>;

const keyPrefix = "webhook_dedupe:";

// A hash with an empty token is a handled event. Scripts are atomic and use a single key, so they work in a
// cluster. Expiry uses the store's clock; Redis's own expiry only frees memory.
const claimScript = `
  local current = redis.call("HMGET", KEYS[1], "token", "expires_at")
  if current[2] and tonumber(current[2]) > tonumber(ARGV[2]) then
    return current[1] == "" and "committed" or "in_progress"
  end
  redis.call("HSET", KEYS[1], "token", ARGV[1], "expires_at", ARGV[2] + ARGV[3])
  redis.call("PEXPIRE", KEYS[1], ARGV[3])
  return "claimed"`;
const commitScript = `
  if redis.call("HGET", KEYS[1], "token") ~= ARGV[1] then return 0 end
  redis.call("HSET", KEYS[1], "token", "", "expires_at", ARGV[2] + ARGV[3])
  return redis.call("PEXPIRE", KEYS[1], ARGV[3])`;
const releaseScript = `
  if redis.call("HGET", KEYS[1], "token") ~= ARGV[1] then return 0 end
  return redis.call("DEL", KEYS[1])`;

/**
 * Creates a store in Redis or Valkey with keys prefixed `webhook_dedupe:`. Remembers events for a day by
 * default.
 *
 * Any number of processes can share it. It is as durable as the server's persistence.
 *
 * @example
 * ```ts
 * import { createClient } from "redis";
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createRedisDedupeStore } from "@plugboard/webhook-receiver/redis";
 *
 * const client = await createClient().connect();
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   dedupe: createRedisDedupeStore((command) => client.sendCommand([...command])),
 *   events: {},
 * });
 * ```
 */
export function createRedisDedupeStore(
  send: SendRedisCommand,
  {
    retentionSeconds = defaultDurableRetentionSeconds,
    leaseSeconds = defaultLeaseSeconds,
    now = Date.now,
  }: DedupeStoreOptions = {},
): DedupeStore {
  if (typeof send !== "function")
    throw new WebhookReceiverError(
      "configuration_invalid",
      "createRedisDedupeStore needs a function that sends a command, such as `(command) => client.sendCommand(command)`.",
    );
  const run = (script: string, key: string, ...values: (string | number)[]): Promise<unknown> =>
    send(["EVAL", script, "1", `${keyPrefix}${key}`, ...values.map(String)]);
  return {
    async claim(key, token) {
      return toClaimOutcome(await run(claimScript, key, token, now(), leaseSeconds * 1000));
    },
    async commit(key, token) {
      await run(commitScript, key, token, now(), retentionSeconds * 1000);
    },
    async release(key, token) {
      await run(releaseScript, key, token);
    },
  };
}

function toClaimOutcome(reply: unknown): ClaimOutcome {
  const outcome = (["claimed", "in_progress", "committed"] as const).find((name) => name === reply);
  if (outcome !== undefined) return outcome;
  throw new Error(
    `Redis replied to a claim with ${JSON.stringify(reply)}. Configure the client to decode replies as text.`,
  );
}
