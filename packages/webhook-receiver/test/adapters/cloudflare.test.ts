import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextFeedback, sendSigned, testAdapter } from "./adapter-suite.fixture.ts";
import type { RunningServer } from "./listen.fixture.ts";
import { secret } from "../sample-events.fixture.ts";
import { serveWorker } from "./serve-worker.fixture.ts";
import { startTimeoutMilliseconds } from "./start-process.fixture.ts";

let server: RunningServer | undefined;
const url = (): string => server?.url ?? "";
beforeAll(async () => {
  server = await serveWorker(join(import.meta.dirname, "cloudflare-worker.conformance.ts"), {
    WEBHOOK_SECRET: secret,
  });
}, startTimeoutMilliseconds);
afterAll(() => server?.stop());

describe("the Worker, on workerd", () => {
  testAdapter(url);

  it("rejects a body that was already read, with the fix", async () => {
    expect(await sendSigned(new URL("/consumed", url()).href, nextFeedback("consumed"))).toEqual([
      500,
      { code: "body_consumed", error: expect.stringContaining("request.clone()") },
    ]);
  });
});
