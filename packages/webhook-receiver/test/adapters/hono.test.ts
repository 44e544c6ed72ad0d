import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import { createHonoHandler } from "../../src/hono.ts";
import { listen, type RunningServer } from "./listen.fixture.ts";
import { secret } from "../sample-events.fixture.ts";
import { createSignedRequest } from "../../src/testing.ts";

function createApp(): Hono {
  return new Hono().all("/webhooks", createHonoHandler(createAdapterReceiver()));
}

let server: RunningServer | undefined;
beforeAll(async () => {
  server = await listen(getRequestListener(createApp().fetch));
});
afterAll(() => server?.stop());

describe("the Hono handler", () => {
  testAdapter(() => server?.url ?? "");

  it("passes work after the response to the runtime's execution context", async () => {
    const url = "https://receiver.test/webhooks";
    const request = await createSignedRequest({ secret, url, event: nextFeedback("background") });
    const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
    const response = await createApp().fetch(
      request,
      {},
      { waitUntil, passThroughOnException() {}, props: {} },
    );
    expect(response.status).toBe(200);
    expect(waitUntil).toHaveBeenCalledTimes(1);
  });

  it("rejects a body parsed by a middleware, with the fix", async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.route("/", createApp());
    const { url, stop } = await listen(getRequestListener(app.fetch));
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("consumed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("c.req.json()") },
    ]);
  });
});
