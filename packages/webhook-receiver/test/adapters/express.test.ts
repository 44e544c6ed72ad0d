import express, { type RequestHandler } from "express";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import { createExpressHandler } from "../../src/express.ts";
import { listen, type RunningServer } from "./listen.fixture.ts";

function serve(...before: RequestHandler[]): Promise<RunningServer> {
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.all("/webhooks", createExpressHandler(createAdapterReceiver()));
  app.use(express.json());
  return listen(app);
}

let server: RunningServer | undefined;
beforeAll(async () => {
  server = await serve();
});
afterAll(() => server?.stop());

describe("the Express handler", () => {
  testAdapter(() => server?.url ?? "");

  it.each([
    ["express.raw()", express.raw({ type: "*/*" })],
    ["express.text()", express.text({ type: "*/*" })],
    ["a parser for other content types", express.urlencoded()],
  ])("works behind %s", async (_name, middleware) => {
    const { url, stop } = await serve(middleware);
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("kept"))).toEqual([200, { received: true }]);
    const [status] = await sendSigned(url, { ...nextFeedback("x".repeat(100_000)) });
    expect(status).toBe(413);
  });

  it("rejects a body parsed by express.json(), with the fix", async () => {
    const { url, stop } = await serve(express.json());
    onTestFinished(stop);
    expect(await sendSigned(url, nextFeedback("parsed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("before app.use(express.json())") },
    ]);
  });
});
