import { describe, expect, it } from "vitest";
import { call } from "../../test/fixtures/call.fixture.ts";
import { contentUpdated } from "../../test/fixtures/example-events.fixture.ts";
import { eventRequest, signedRequest } from "../../test/fixtures/signed-request.fixture.ts";

function refusal(status: number, message: RegExp): object {
  return { status, body: expect.stringMatching(message) };
}

describe("a request without an envelope", () => {
  const post = (url: string, init: RequestInit = {}) =>
    new Request(url, { method: "POST", body: "x", headers: { "content-type": "text/plain" }, ...init });

  it.each([
    "https://integration.example/v2",
    "https://integration.example/",
    "https://integration.example/v1/x",
  ])("to %s returns 400 for the unsupported version", async (url) => {
    expect(await call({}, post(url))).toMatchObject(refusal(400, /does not end in \/v1/));
  });

  it.each(["PUT", "DELETE", "HEAD"])("with the method %s gets 405", async (method) => {
    const result = await call({}, new Request("https://integration.example/v1", { method }));
    expect([result.status, result.body, result.headers.get("allow")]).toEqual([
      405,
      '{"error":"Method not allowed"}',
      "GET, POST",
    ]);
  });

  it("but with a signature returns 400", async () => {
    const request = signedRequest("text/plain", new TextEncoder().encode("x"));
    expect(await call({}, request)).toMatchObject(refusal(400, /Content-Type is text\/plain/));
  });

  it("over the size limit returns 413 before the signature is checked", async () => {
    const declared = post("https://integration.example/v1", {
      body: "x".repeat(101),
      headers: { "content-length": "101" },
    });
    const definition = { limits: { maxEnvelopeBytes: 100 } };
    expect(await call(definition, declared)).toMatchObject(refusal(413, /larger than 100 bytes/));
  });

  it("that never ends is aborted at the limit", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const endless = new Request("https://integration.example/v1", { method: "POST", body, duplex: "half" });
    const result = await call({ limits: { maxEnvelopeBytes: 10_000 } }, endless);
    expect(result).toMatchObject(refusal(413, /larger than 10000 bytes/));
    expect(sent).toBeLessThan(20_000);
  });

  it("that is aborted returns 400", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("connection reset")),
    });
    const broken = new Request("https://integration.example/v1", { method: "POST", body, duplex: "half" });
    expect(await call({}, broken)).toMatchObject(refusal(400, /is incomplete/));
  });

  it("whose body was already read returns 400 instead of hanging", async () => {
    const request = await eventRequest(contentUpdated);
    await request.text();
    expect(await call({}, request)).toMatchObject(refusal(400, /or was read/));
  });
});
