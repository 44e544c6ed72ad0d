import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import { createFastifyPlugin } from "../../src/fastify.ts";

async function serve(app: FastifyInstance): Promise<string> {
  app.register(createFastifyPlugin(createAdapterReceiver()), { prefix: "/webhooks" });
  app.post("/other", async (request) => ({ parsed: request.body }));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return `${origin}/webhooks`;
}

const app = fastify();
let url = "";
beforeAll(async () => {
  url = await serve(app);
});
afterAll(() => app.close());

describe("the Fastify plugin", () => {
  testAdapter(() => url);

  it("leaves the bodies of other routes to Fastify", async () => {
    const other = new URL("/other", url);
    const headers = { "content-type": "application/json" };
    const response = await fetch(other, { method: "POST", headers, body: '{"a":1}' });
    expect(await response.json()).toEqual({ parsed: { a: 1 } });
  });

  it("rejects a body read by a hook, with the fix", async () => {
    const hooked = fastify();
    onTestFinished(() => hooked.close());
    hooked.addHook("onRequest", async (request) => {
      for await (const chunk of request.raw) void chunk;
    });
    expect(await sendSigned(await serve(hooked), nextFeedback("consumed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("preParsing") },
    ]);
  });
});
