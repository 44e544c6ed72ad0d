import { expect, it } from "vitest";
import { createPostgresDedupeStore } from "../dedupe/postgres-dedupe-store.ts";
import { createRedisDedupeStore } from "../dedupe/redis-dedupe-store.ts";
import { createSqliteDedupeStore } from "../dedupe/sqlite-dedupe-store.ts";
import { createCustomReceiver } from "../receiving/create-custom-receiver.ts";
import { createWebhookReceiver } from "../receiving/create-webhook-receiver.ts";

// As callers without types do.
const call = (create: unknown, ...args: unknown[]): unknown =>
  Reflect.apply(create as () => void, null, args);

it.each<[string, unknown, unknown, string]>([
  ["no database", createSqliteDedupeStore, undefined, "but got undefined"],
  ["the name of a file", createSqliteDedupeStore, "events.db", "but got a string"],
  ["another object", createSqliteDedupeStore, { exec: () => {} }, "an object without `prepare`"],
  ["a connection string", createPostgresDedupeStore, "postgres://localhost", "but got a string"],
  ["a client instead of a function", createRedisDedupeStore, {}, "a function that sends a command"],
  ["no options", createWebhookReceiver, undefined, "the option `events`"],
  ["no handlers", createWebhookReceiver, { secret: "whsec_YQ==" }, "the option `events`"],
  ["no handler", createCustomReceiver, { secret: "whsec_YQ==" }, "without `handle`"],
  ["no secret", createCustomReceiver, { handle: () => {} }, "The signing secret is missing"],
])("%s is refused with what to pass", (_what, create, argument, message) => {
  expect(() => call(create, argument)).toThrow(
    expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(message) }),
  );
});
