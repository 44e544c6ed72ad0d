import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createMemoryDedupeStore,
  createWebhookReceiver,
  type DedupeStore,
  type WebhookReceiverError,
} from "../index.ts";
import { contentUpdated, pageFeedback, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

function setUp(handle: () => void | Promise<void>, dedupe: DedupeStore = createMemoryDedupeStore()) {
  const errors: WebhookReceiverError[] = [];
  const receiver = createWebhookReceiver({
    secret,
    events: { "*": handle },
    dedupe,
    onError: (error) => errors.push(error),
  });
  const send = async (event: object = pageFeedback): Promise<number> =>
    (await receiver.fetch(await createSignedRequest({ secret, event }))).status;
  return { send, errors };
}

afterEach(() => vi.useRealTimers());

describe("duplicates", () => {
  it("are received without running the handler again", async () => {
    const handle = vi.fn<() => void>();
    const { send } = setUp(handle);
    expect([await send(), await send(), await send(contentUpdated)]).toEqual([200, 200, 200]);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it("are forgotten after two minutes by the receiver's own clock", async () => {
    const handle = vi.fn<() => void>();
    let time = Date.now();
    const receiver = createWebhookReceiver({ secret, events: { "*": handle }, now: () => time });
    const send = async () => receiver.fetch(await createSignedRequest({ secret, event: pageFeedback }));
    for (const [later, runs] of [
      [0, 1],
      [119_000, 1],
      [121_000, 2],
    ] as const) {
      time += later;
      await send();
      expect(handle).toHaveBeenCalledTimes(runs);
      time -= later;
    }
  });

  it("that arrive concurrently wait for the first, and get the same response", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const handle = vi.fn<() => Promise<void>>().mockReturnValue(promise);
    const { send } = setUp(handle);
    const copies = Promise.all([send(), send(), send()]);
    await expect.poll(() => handle).toHaveBeenCalled();
    resolve();
    expect(await copies).toEqual([200, 200, 200]);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it("that arrive concurrently take over if the first one fails", async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const handle = vi.fn<() => Promise<void>>().mockReturnValueOnce(promise).mockResolvedValue();
    const { send } = setUp(handle);
    const copies = Promise.all([send(), send()]);
    await expect.poll(() => handle).toHaveBeenCalled();
    reject(new Error("the first fails"));
    expect(new Set(await copies)).toEqual(new Set([200, 500]));
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it("get 503 if the first one takes too long", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { send, errors } = setUp(() => promise);
    const first = send();
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const second = send();
    await vi.advanceTimersByTimeAsync(6000);
    expect(await second).toBe(503);
    expect(errors).toEqual([expect.objectContaining({ code: "event_in_progress" })]);
    resolve();
    expect(await first).toBe(200);
  });

  it("also get 503 in time with a slow store", async () => {
    const claim: DedupeStore["claim"] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return "in_progress";
    };
    const { send } = setUp(() => {}, { ...createMemoryDedupeStore(), claim });
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const statuses: number[] = [];
    const sent = send().then((status) => statuses.push(status));
    await vi.advanceTimersByTimeAsync(7000);
    expect(statuses).toEqual([503]);
    await sent;
  });

  it("are recognized per installation: another one can use the same ID", async () => {
    const handle = vi.fn<() => void>();
    const { send } = setUp(handle);
    for (const installationId of ["inst_1", "inst_2", "inst_1"])
      await send({ ...pageFeedback, installationId });
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it("are recognized by IDs of any length, and the store never gets a long key", async () => {
    const memory = createMemoryDedupeStore();
    const keys: string[] = [];
    const claim: DedupeStore["claim"] = (key, token) => {
      keys.push(key);
      return memory.claim(key, token);
    };
    const handle = vi.fn<() => void>();
    const { send } = setUp(handle, { ...memory, claim });
    const long = "é".repeat(100_000);
    const ids = ["evt_1", "e".repeat(512), `${long}1`, `${long}2`];
    for (const eventId of [...ids, ...ids]) {
      expect(await send({ ...pageFeedback, eventId })).toBe(200);
    }
    expect(handle).toHaveBeenCalledTimes(4);
    expect(keys.filter((key) => key.length > 512)).toEqual([]);
    expect(keys[0]).toBe('["inst_1","evt_1"]');
  });

  it("are recognized by the ID in the signed body, not by a header", async () => {
    const handle = vi.fn<() => void>();
    const receiver = createWebhookReceiver({ secret, events: { "*": handle } });
    for (const id of ["a", "b"]) {
      const request = await createSignedRequest({ secret, event: pageFeedback });
      request.headers.set("webhook-id", id);
      await receiver.fetch(request);
    }
    expect(handle).toHaveBeenCalledTimes(1);
  });
});

describe("a handler that throws", () => {
  it.each([
    [
      "at once",
      () => {
        throw new Error("broken");
      },
    ],
    ["later", () => Promise.reject(new Error("broken"))],
  ])("%s gets 500, and the retry runs it again", async (_name, fail) => {
    const handle = vi.fn<() => void | Promise<void>>().mockImplementationOnce(fail);
    const { send, errors } = setUp(handle);
    expect([await send(), await send(), await send()]).toEqual([500, 200, 200]);
    expect(handle).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([
      expect.objectContaining({
        code: "handler_failed",
        cause: expect.objectContaining({ message: "broken" }),
      }),
    ]);
  });

  it("reveals no reason to the sender", async () => {
    const receiver = createWebhookReceiver({
      secret,
      events: {
        "*": () => {
          throw new Error("password=1");
        },
      },
    });
    const response = await receiver.fetch(await createSignedRequest({ secret, event: pageFeedback }));
    expect(await response.json()).toEqual({ error: "Internal server error" });
  });
});

describe.each([
  ["later", () => Promise.reject(new Error("the store is down"))],
  [
    "at once",
    () => {
      throw new Error("the store is down");
    },
  ],
])("a store that fails %s", (_name, fail) => {
  const failing = (method: keyof DedupeStore): DedupeStore => ({
    ...createMemoryDedupeStore(),
    [method]: fail,
  });

  it("to claim leaves the event to the retry", async () => {
    const handle = vi.fn<() => void>();
    const { send, errors } = setUp(handle, failing("claim"));
    expect(await send()).toBe(500);
    expect(handle).not.toHaveBeenCalled();
    expect(errors).toEqual([expect.objectContaining({ code: "dedupe_failed" })]);
  });

  it("to commit does not undo the handler's work", async () => {
    const { send, errors } = setUp(() => {}, failing("commit"));
    expect(await send()).toBe(200);
    expect(errors).toEqual([expect.objectContaining({ code: "dedupe_failed" })]);
  });

  it("to release still returns the handler's failure", async () => {
    const { send, errors } = setUp(() => Promise.reject(new Error("broken")), failing("release"));
    expect(await send()).toBe(500);
    expect(errors.map(({ code }) => code)).toEqual(["dedupe_failed", "handler_failed"]);
  });
});
