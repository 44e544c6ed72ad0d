import { SignatureError } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { createMemoryDedupeStore, createWebhookReceiver, type WebhookHandlers } from "../index.ts";
import { received, setUpReceiver, signedRequest } from "./receiver-setup.fixture.ts";
import { contentUpdated, pageFeedback, type SampleEvents, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

describe("a valid webhook", () => {
  it("is passed to the handler of its type, typed", async () => {
    const comments: string[] = [];
    const revisions: string[] = [];
    const { respond } = setUpReceiver({
      events: {
        page_feedback: (event) => void comments.push(event.feedback.comment),
        space_content_updated: async (event) => void revisions.push(event.revisionId),
      },
    });
    expect(await respond(await signedRequest(pageFeedback))).toEqual(received);
    expect(await respond(await signedRequest(contentUpdated))).toEqual(received);
    expect({ comments, revisions }).toEqual({ comments: ["Très bien 🌍"], revisions: ["rev_1"] });
  });

  it("is passed with its context", async () => {
    const timestamp = 1_700_000_000;
    const sent = await createSignedRequest({ secret, event: pageFeedback, timestamp });
    sent.headers.set("user-agent", "sender/1");
    const seen: unknown[] = [];
    const { respond } = setUpReceiver({
      now: () => timestamp * 1000,
      events: {
        page_feedback: (_event, context) =>
          void seen.push({ ...context, headers: context.headers.get("User-Agent") }),
      },
    });
    expect(await respond(sent)).toEqual(received);
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

  it("that is a challenge gets it echoed, and runs no handler", async () => {
    const { respond, handled } = setUpReceiver();
    const question = { eventId: "verification_1", type: "endpoint_verification", challenge: "c0ffee" };
    expect(await respond(await signedRequest(question))).toEqual([200, { challenge: "c0ffee" }]);
    const unsigned = new Request("https://receiver.test/", {
      method: "POST",
      body: JSON.stringify(question),
    });
    expect((await respond(unsigned))[0]).toBe(401);
    expect(handled).not.toHaveBeenCalled();
  });

  it("is passed to the catch-all if its type has no handler, known or not", async () => {
    const { respond, handled } = setUpReceiver();
    const unknown = { eventId: "evt_x", type: "space_archived", installationId: "inst_1", extra: 1 };
    expect(await respond(await signedRequest(contentUpdated))).toEqual(received);
    expect(await respond(await signedRequest(unknown))).toEqual(received);
    expect(handled.mock.calls.map(([event]) => event)).toEqual([contentUpdated, unknown]);
  });

  it.each([
    ["a known type", contentUpdated],
    ["an unknown type", { eventId: "evt_x", type: "constructor", installationId: "inst_1" }],
  ])("is accepted without a handler: %s", async (_name, event) => {
    const { respond } = setUpReceiver({ events: {} });
    expect(await respond(await signedRequest(event))).toEqual(received);
  });

  it("keeps fields that are unknown to its type", async () => {
    const { respond, handled } = setUpReceiver();
    await respond(await signedRequest({ ...pageFeedback, addedLater: true }));
    expect(handled).toHaveBeenCalledWith({ ...pageFeedback, addedLater: true }, expect.anything());
  });
});

describe("a misconfigured receiver", () => {
  it.each([
    { maxBodyBytes: Number.NaN },
    { maxBodyBytes: 0 },
    { toleranceSeconds: Number.NaN },
    { toleranceSeconds: -1 },
  ])("is not created: %j", (options) => {
    const [name = ""] = Object.keys(options);
    expect(() => createWebhookReceiver({ secret, events: {}, ...options })).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(name) }),
    );
  });

  it("responds with 500 when its clock throws", async () => {
    const cause = new Error("no clock");
    const { respond, errors } = setUpReceiver({
      now: () => {
        throw cause;
      },
    });
    expect(await respond(await signedRequest())).toEqual([500, { error: "Internal server error" }]);
    expect(errors).toEqual([expect.objectContaining({ code: "configuration_invalid", cause })]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is unavailable"))],
  ])("responds as usual if its onError %s", async (_name, onError) => {
    const dedupe = { ...createMemoryDedupeStore(), commit: () => Promise.reject(new Error("down")) };
    const events: WebhookHandlers<SampleEvents> = {
      page_feedback: (_event, { waitUntil }) => waitUntil(Promise.reject(new Error("later"))),
      space_content_updated: () => Promise.reject(new Error("broken")),
    };
    const { respond } = setUpReceiver({ onError, dedupe, events });
    expect(await respond(await signedRequest("{"))).toEqual([400, { error: "The body is not JSON." }]);
    expect(await respond(await signedRequest(contentUpdated))).toEqual([
      500,
      { error: "Internal server error" },
    ]);
    expect(await respond(await signedRequest())).toEqual(received);
  });
});

describe("an invalid webhook", () => {
  it.each(["GET", "PUT", "HEAD", "DELETE", "OPTIONS"])("gets 405 for the method %s", async (method) => {
    const receiver = createWebhookReceiver({ secret, events: {} });
    const response = await receiver.fetch(new Request("https://receiver.test/", { method }));
    expect([response.status, await response.text(), response.headers.get("allow")]).toEqual([
      405,
      "Method not allowed",
      "POST",
    ]);
  });

  it("gets 401 with the signer's reason, before anything is parsed", async () => {
    const { respond, errors } = setUpReceiver();
    const unsigned = new Request("https://receiver.test/", { method: "POST", body: "not JSON at all" });
    expect(await respond(unsigned)).toEqual([401, { error: expect.stringContaining("x-service-signature") }]);
    expect(errors).toEqual([
      expect.objectContaining({ code: "signature_invalid", cause: expect.any(SignatureError) }),
    ]);

    const { url, headers } = await signedRequest();
    const body = JSON.stringify(pageFeedback, undefined, 2);
    const altered = new Request(url, { method: "POST", headers, body });
    expect(await respond(altered)).toEqual([401, { error: expect.stringContaining("serialized again") }]);
  });

  it("gets 401 outside the tolerance, which can be changed and turned off", async () => {
    const old = () => createSignedRequest({ secret, event: pageFeedback, timestamp: 1_700_000_000 });
    const now = () => (1_700_000_000 + 301) * 1000;
    expect((await setUpReceiver({ now }).respond(await old()))[0]).toBe(401);
    expect((await setUpReceiver({ now, toleranceSeconds: 301 }).respond(await old()))[0]).toBe(200);
    expect((await setUpReceiver({ toleranceSeconds: Infinity }).respond(await old()))[0]).toBe(200);
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
  ])("gets 400 with the path when it is %s", async (_name, event, path) => {
    const { respond, handled } = setUpReceiver();
    expect(await respond(await signedRequest(event))).toEqual([
      400,
      { error: expect.stringContaining(path) },
    ]);
    expect(handled).not.toHaveBeenCalled();
  });

  it.each([
    ["announced", { "content-length": "101" }],
    ["not announced", {}],
  ])("gets 413 over the limit, %s", async (_name, headers) => {
    const { respond } = setUpReceiver({ maxBodyBytes: 100 });
    const sent = new Request("https://receiver.test/", { method: "POST", body: "x".repeat(101), headers });
    expect(await respond(sent)).toEqual([413, { error: "The body is larger than 100 bytes." }]);
  });

  it("is not read further than the limit", async () => {
    let pulled = 0;
    const canceled: unknown[] = [];
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel(reason) {
        canceled.push(reason);
        return new Promise(() => {});
      },
    });
    const { respond } = setUpReceiver({ maxBodyBytes: 5000 });
    const sent = new Request("https://receiver.test/", { method: "POST", body: endless, duplex: "half" });
    expect((await respond(sent))[0]).toBe(413);
    expect(pulled).toBeLessThan(10);
    expect(canceled).toEqual([expect.objectContaining({ code: "body_too_large" })]);
  });

  it("gets 500, so that it is resent, if its body is cut off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("reset")),
    });
    const { respond, errors } = setUpReceiver();
    const sent = new Request("https://receiver.test/", { method: "POST", body: broken, duplex: "half" });
    expect((await respond(sent))[0]).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ code: "body_unreadable" })]);
  });

  it.each([
    ["read", async (sent: Request) => void (await sent.text())],
    ["locked", async (sent: Request) => void sent.body?.getReader()],
  ])("gets 500 with the fix if its body was already %s", async (_name, consume) => {
    const { respond } = setUpReceiver();
    const sent = await signedRequest();
    await consume(sent);
    expect(await respond(sent)).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("request.clone()") },
    ]);
  });
});
