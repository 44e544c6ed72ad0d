import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import { createWebhookReceiver, type WebhookReceiverError } from "../../src/index.ts";
import { listen, type RunningServer } from "./listen.fixture.ts";
import { createNodeHandler } from "../../src/node.ts";
import { secret } from "../sample-events.fixture.ts";

let server: RunningServer | undefined;
beforeAll(async () => {
  server = await listen(createNodeHandler(createAdapterReceiver()));
});
afterAll(() => server?.stop());

describe("the Node.js handler", () => {
  testAdapter(() => server?.url ?? "");

  it.each<[string, (request: NodeJS.ReadableStream) => Promise<unknown>]>([
    [
      "read",
      async (request) => {
        for await (const chunk of request) void chunk;
      },
    ],
    ["assigned an encoding", async (request) => request.setEncoding("utf8")],
  ])("rejects a body that was already %s, without waiting", async (_name, consume) => {
    const handler = createNodeHandler(createAdapterReceiver());
    const { url, stop } = await listen((request, response) => {
      void consume(request).then(() => handler(request, response));
    });
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("consumed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("before anything else reads the request") },
    ]);
  });

  it("stops reading a body whose connection closes", async () => {
    const errors: WebhookReceiverError[] = [];
    const receiver = createWebhookReceiver({ secret, events: {}, onError: (error) => errors.push(error) });
    const { url, stop } = await listen(createNodeHandler(receiver));
    onTestFinished(stop);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf", () => socket.destroy());
    await expect.poll(() => errors).toEqual([expect.objectContaining({ code: "body_unreadable" })]);
  });

  it("distinguishes a connection that closed early from a body that was already read", async () => {
    const errors: WebhookReceiverError[] = [];
    const receiver = createWebhookReceiver({ secret, events: {}, onError: (error) => errors.push(error) });
    const handler = createNodeHandler(receiver);
    const { url, stop } = await listen((request, response) => {
      request.once("close", () => handler(request, response));
    });
    onTestFinished(stop);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf", () => socket.destroy());
    await expect.poll(() => errors).toEqual([expect.objectContaining({ code: "body_unreadable" })]);
  });

  it("reads a paused body", async () => {
    const handler = createNodeHandler(createAdapterReceiver());
    const { url, stop } = await listen((request, response) => {
      request.pause();
      setTimeout(() => handler(request, response), 10);
    });
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("paused"))).toEqual([200, { received: true }]);
  });

  it("ignores a request that got its response while the handler ran", async () => {
    const { promise: handled, resolve: endHandling } = Promise.withResolvers<void>();
    const receiver = createWebhookReceiver({ secret, events: { "*": () => handled } });
    const receive = vi.fn<typeof receiver.receive>(receiver.receive);
    const handler = createNodeHandler({ ...receiver, receive });
    const { url, stop } = await listen((request, response) => {
      handler(request, response);
      setTimeout(() => response.writeHead(503).end('"timed out"'), 50);
    });
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("slow"))).toEqual([503, "timed out"]);
    endHandling();
    // If the handler used the response, an unhandled rejection would fail the run.
    await receive.mock.results[0]?.value;
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("passes the path and case-insensitive headers to the secret lookup", async () => {
    const lookup = vi.fn<(input: { url: string; headers: { get(name: string): string | null } }) => string>();
    lookup.mockReturnValue(secret);
    const { url, stop } = await listen(
      createNodeHandler(createWebhookReceiver({ secret: lookup, events: {} })),
    );
    onTestFinished(stop);
    await sendSigned(url, nextFeedback("lookup"));
    const [input] = lookup.mock.calls[0] ?? [];
    expect(input?.url).toBe("/webhooks");
    expect(input?.headers.get("Content-Type")).toBe("application/json");
    expect(input?.headers.get("x-missing")).toBeNull();
  });
});
