import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import type { RunningServer } from "./listen.fixture.ts";
import { serveNextApp } from "./serve-next-app.fixture.ts";
import { startTimeoutMilliseconds } from "./start-process.fixture.ts";

let server: RunningServer | undefined;
const url = (): string => server?.url ?? "";
beforeAll(async () => {
  server = await serveNextApp();
  // The first request of each route compiles it.
  await Promise.all(
    ["/webhooks", "/consumed"].map((path) => fetch(new URL(path, url()), { method: "POST" })),
  );
}, startTimeoutMilliseconds);
afterAll(() => server?.stop());

describe("the route handlers, on Next.js", () => {
  testAdapter(url);

  it("rejects a body that was already read, with the fix", async () => {
    expect(await sendSigned(new URL("/consumed", url()).href, nextFeedback("consumed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("request.clone()") },
    ]);
  });
});
