import { describe, expect, it } from "vitest";
import { setUpReceiver, signedRequest } from "./receiver-setup.fixture.ts";

describe("work after the response", () => {
  it("keeps the runtime alive and reports its failure without changing the response", async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const pending: Promise<unknown>[] = [];
    const { receiver, errors } = setUpReceiver({
      events: { page_feedback: (_event, { waitUntil }) => waitUntil(promise) },
    });
    const platform = { waitUntil: (work: Promise<unknown>) => void pending.push(work) };
    expect((await receiver.fetch(await signedRequest(), platform)).status).toBe(200);
    expect(pending).toHaveLength(1);
    const cause = new Error("too late");
    reject(cause);
    await Promise.all(pending);
    expect(errors).toEqual([expect.objectContaining({ code: "background_failed", cause })]);
  });

  it.each([
    ["no platform", undefined],
    ["a platform that cannot wait", { remoteAddr: { hostname: "127.0.0.1" } }],
  ])("continues with %s", async (_name, platform) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done: string[] = [];
    const { receiver } = setUpReceiver({
      events: { page_feedback: (_event, { waitUntil }) => waitUntil(promise.then(() => done.push("done"))) },
    });
    expect((await receiver.fetch(await signedRequest(), platform)).status).toBe(200);
    resolve();
    await expect.poll(() => done).toEqual(["done"]);
  });
});
