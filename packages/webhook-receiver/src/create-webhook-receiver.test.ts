import { SignatureError } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { createMemoryDedupeStore, createWebhookReceiver, type WebhookHandlers } from "./index.ts";
import { received, setUpReceiver, signedRequest } from "./receiver-setup.fixture.ts";
import { contentUpdated, pageFeedback, secret } from "./sample-events.fixture.ts";
import { createSignedRequest } from "./testing.ts";

describe("a webhook that is in order", () => {
  it("goes to the handler of its type, typed", async () => {
    const comments: string[] = [];
    const revisions: string[] = [];
    const { answer } = setUpReceiver({
      events: {
        page_feedback: (event) => void comments.push(event.feedback.comment),
        space_content_updated: async (event) => void revisions.push(event.revisionId),
      },
    });
    expect(await answer(await signedRequest(pageFeedback))).toEqual(received);
    expect(await answer(await signedRequest(contentUpdated))).toEqual(received);
    expect({ comments, revisions }).toEqual({ comments: ["Très bien 🌍"], revisions: ["rev_1"] });
  });

  it("comes with what is known about it", async () => {
    const timestamp = 1_700_000_000;
    const sent = await createSignedRequest({ secret, event: pageFeedback, timestamp });
    sent.headers.set("user-agent", "sender/1");
    const seen: unknown[] = [];
    const { answer } = setUpReceiver({
      now: () => timestamp * 1000,
      events: {
        page_feedback: (_event, context) =>
          void seen.push({ ...context, headers: context.headers.get("User-Agent") }),
      },
    });
    expect(await answer(sent)).toEqual(received);
    expect(seen).toEqual([
      {
        eventId: "evt_feedback",
        type: "page_feedback",
        installationId: "inst_1",
        timestamp,
        headers: "sender/1",
        waitUntil: expect.any(Function),
      },
    ]);
  });

  it("goes to the catch-all when its type has no handler, known or not", async () => {
    const { answer, handled } = setUpReceiver();
    const unknown = { eventId: "evt_x", type: "space_archived", installationId: "inst_1", extra: 1 };
    expect(await answer(await signedRequest(contentUpdated))).toEqual(received);
    expect(await answer(await signedRequest(unknown))).toEqual(received);
    expect(handled.mock.calls.map(([event]) => event)).toEqual([contentUpdated, unknown]);
  });

  it.each([
    ["a known type", contentUpdated],
    ["an unknown type", { eventId: "evt_x", type: "constructor", installationId: "inst_1" }],
  ])("is received even when nothing handles it: %s", async (_name, event) => {
    const { answer } = setUpReceiver({ events: {} });
    expect(await answer(await signedRequest(event))).toEqual(received);
  });

  it("keeps fields its type does not know yet", async () => {
    const { answer, handled } = setUpReceiver();
    await answer(await signedRequest({ ...pageFeedback, addedLater: true }));
    expect(handled).toHaveBeenCalledWith({ ...pageFeedback, addedLater: true }, expect.anything());
  });
});

describe("a receiver that is set up wrongly", () => {
  it.each([
    { maxBodyBytes: Number.NaN },
    { maxBodyBytes: 0 },
    { toleranceSeconds: Number.NaN },
    { toleranceSeconds: -1 },
  ])("is not made: %j", (options) => {
    const [name = ""] = Object.keys(options);
    expect(() => createWebhookReceiver({ secret, events: {}, ...options })).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(name) }),
    );
  });

  it("answers 500 when its clock throws", async () => {
    const cause = new Error("no clock");
    const { answer, errors } = setUpReceiver({
      now: () => {
        throw cause;
      },
    });
    expect(await answer(await signedRequest())).toEqual([500, { error: "Internal server error" }]);
    expect(errors).toEqual([expect.objectContaining({ code: "configuration_invalid", cause })]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is away"))],
  ])("answers as ever when its onError %s", async (_name, onError) => {
    const dedupe = { ...createMemoryDedupeStore(), commit: () => Promise.reject(new Error("down")) };
    const events: WebhookHandlers = {
      page_feedback: (_event, { waitUntil }) => waitUntil(Promise.reject(new Error("later"))),
      space_content_updated: () => Promise.reject(new Error("broken")),
    };
    const { answer } = setUpReceiver({ onError, dedupe, events });
    expect(await answer(await signedRequest("{"))).toEqual([400, { error: "The body is not JSON." }]);
    expect(await answer(await signedRequest(contentUpdated))).toEqual([
      500,
      { error: "Internal server error" },
    ]);
    expect(await answer(await signedRequest())).toEqual(received);
  });
});

describe("a webhook that is not in order", () => {
  it.each(["GET", "PUT", "HEAD", "DELETE", "OPTIONS"])(
    "is answered 405 when it comes by %s",
    async (method) => {
      const receiver = createWebhookReceiver({ secret, events: {} });
      const response = await receiver.fetch(new Request("https://receiver.test/", { method }));
      expect([response.status, await response.text(), response.headers.get("allow")]).toEqual([
        405,
        "Method not allowed",
        "POST",
      ]);
    },
  );

  it("is answered 401 with the signer's reason, before anything is parsed", async () => {
    const { answer, errors } = setUpReceiver();
    const unsigned = new Request("https://receiver.test/", { method: "POST", body: "not even JSON" });
    expect(await answer(unsigned)).toEqual([401, { error: expect.stringContaining("x-service-signature") }]);
    expect(errors).toEqual([
      expect.objectContaining({ code: "signature_invalid", cause: expect.any(SignatureError) }),
    ]);

    const { url, headers } = await signedRequest();
    const body = JSON.stringify(pageFeedback, undefined, 2);
    const altered = new Request(url, { method: "POST", headers, body });
    expect(await answer(altered)).toEqual([401, { error: expect.stringContaining("serialised again") }]);
  });

  it("is answered 401 outside the tolerance, which can be set and turned off", async () => {
    const old = () => createSignedRequest({ secret, event: pageFeedback, timestamp: 1_700_000_000 });
    const now = () => (1_700_000_000 + 301) * 1000;
    expect((await setUpReceiver({ now }).answer(await old()))[0]).toBe(401);
    expect((await setUpReceiver({ now, toleranceSeconds: 301 }).answer(await old()))[0]).toBe(200);
    expect((await setUpReceiver({ toleranceSeconds: Infinity }).answer(await old()))[0]).toBe(200);
  });

  it.each([
    ["not JSON", "{", "not JSON"],
    ["not an object", "null", "its root"],
    ["an event without an id", { type: "x", installationId: "i" }, "eventId"],
    ["an event with an empty id", { ...pageFeedback, eventId: "" }, "eventId"],
    [
      "a field of the wrong type",
      { ...pageFeedback, feedback: { rating: 5, comment: "" } },
      "feedback.rating",
    ],
  ])("is answered 400 with the path when it is %s", async (_name, event, path) => {
    const { answer, handled } = setUpReceiver();
    expect(await answer(await signedRequest(event))).toEqual([400, { error: expect.stringContaining(path) }]);
    expect(handled).not.toHaveBeenCalled();
  });

  it.each([
    ["announced", { "content-length": "101" }],
    ["not announced", {}],
  ])("is answered 413 over the limit, %s", async (_name, headers) => {
    const { answer } = setUpReceiver({ maxBodyBytes: 100 });
    const sent = new Request("https://receiver.test/", { method: "POST", body: "x".repeat(101), headers });
    expect(await answer(sent)).toEqual([413, { error: "The body is larger than 100 bytes." }]);
  });

  it("is not read further than the limit", async () => {
    let pulled = 0;
    const cancelled: unknown[] = [];
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel(reason) {
        cancelled.push(reason);
        return new Promise(() => {});
      },
    });
    const { answer } = setUpReceiver({ maxBodyBytes: 5000 });
    const sent = new Request("https://receiver.test/", { method: "POST", body: endless, duplex: "half" });
    expect((await answer(sent))[0]).toBe(413);
    expect(pulled).toBeLessThan(10);
    expect(cancelled).toEqual([expect.objectContaining({ code: "body_too_large" })]);
  });

  it("is answered 500, so that it is sent again, when its body breaks off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("reset")),
    });
    const { answer, errors } = setUpReceiver();
    const sent = new Request("https://receiver.test/", { method: "POST", body: broken, duplex: "half" });
    expect((await answer(sent))[0]).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ code: "body_unreadable" })]);
  });

  it.each([
    ["read", async (sent: Request) => void (await sent.text())],
    ["locked", async (sent: Request) => void sent.body?.getReader()],
  ])("is answered 500 with the way out when its body was %s before", async (_name, consume) => {
    const { answer } = setUpReceiver();
    const sent = await signedRequest();
    await consume(sent);
    expect(await answer(sent)).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("request.clone()") },
    ]);
  });
});
