import type { Service } from "@plugboard/testing";
import { expect, it } from "vitest";
import { setUp } from "./set-up.fixture.ts";

const respond =
  (status: number, headers: Record<string, string> = {}): Service =>
  () =>
    new Response(null, { status, headers });

it("retries a message if the chat is down", async () => {
  const { platform, chat, activate } = await setUp();
  await activate();
  chat.failNext(respond(503));
  const { status, logs, queued, apiCalls } = await platform.emit("page_feedback");
  expect(status).toBe(200);
  expect(chat.messages).toEqual([]);
  expect(queued).toMatchObject([
    { type: "task", payload: { task: { type: "retry-message", payload: { retries: 1 } } } },
  ]);
  expect(apiCalls).toMatchObject([
    { operation: "queueTask", body: { delaySeconds: 60, installationId: platform.ids.installation } },
  ]);
  expect(logs).toMatchObject([{ level: "warn", fields: { reason: "status 503", delaySeconds: 60 } }]);

  await platform.runQueued();
  expect(chat.messages).toHaveLength(1);
  expect(await platform.queued()).toEqual([]);
});

it("waits for the delay that the chat requests", async () => {
  const { platform, chat, activate } = await setUp();
  await activate();
  chat.failNext(respond(429, { "retry-after": "900" }));
  const { apiCalls } = await platform.emit("page_feedback");
  expect(apiCalls).toMatchObject([{ body: { delaySeconds: 900 } }]);
});

it("gives up after three retries", async () => {
  const { platform, chat, activate } = await setUp();
  await activate();
  chat.failNext(...Array.from({ length: 4 }, () => respond(503)));
  await platform.emit("page_feedback");
  await platform.runQueued();
  const delays = platform.apiCalls.flatMap(({ operation, body }) =>
    operation === "queueTask" ? [body] : [],
  );
  expect(delays).toMatchObject([{ delaySeconds: 60 }, { delaySeconds: 600 }, { delaySeconds: 3600 }]);
  expect(platform.logs.at(-1)).toMatchObject({
    level: "error",
    fields: { reason: "status 503", retries: 3 },
  });
  expect(chat.messages).toEqual([]);
});

it("doesn't retry messages that the chat rejects, such as for a deleted channel", async () => {
  const { platform, chat, activate } = await setUp();
  await activate();
  chat.failNext(respond(404));
  const { status, logs, queued } = await platform.emit("page_feedback");
  expect(status).toBe(200);
  expect(queued).toEqual([]);
  expect(logs).toMatchObject([{ level: "error", fields: { channel: "C1", reason: "status 404" } }]);
});

it("retries after a connection failure", async () => {
  const { platform, chat, activate } = await setUp();
  await activate();
  chat.failNext(() => {
    throw new TypeError("fetch failed");
  });
  const { logs } = await platform.emit("page_feedback");
  const reason = expect.stringContaining("fetch failed");
  expect(logs).toMatchObject([{ level: "warn", fields: { reason, delaySeconds: 60 } }]);
});
