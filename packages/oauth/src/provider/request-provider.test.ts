import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { startHttp } from "@plugboard/test-http";
import { afterEach, describe, expect, it } from "vitest";
import { maxResponseBytes, requestProvider } from "./request-provider.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function request(listener: RequestListener, timeoutMilliseconds = 10_000) {
  const { url, close } = await startHttp(listener);
  closers.push(close);
  const init = { method: "POST", body: "secret" };
  return requestProvider(fetch, `${url}/token`, init, timeoutMilliseconds);
}

describe("requestProvider", () => {
  it("reads a response of any status, up to 64 KiB", async () => {
    expect(maxResponseBytes).toBe(64 * 1024);
    const body = "é".repeat(maxResponseBytes / 2);
    const received = await request((_request, response) => response.writeHead(400).end(body));
    expect(received).toEqual({ status: 400, body });
  });

  it("reads a response without a body", async () => {
    expect(await request((_request, response) => response.writeHead(204).end())).toEqual({
      status: 204,
      body: "",
    });
  });

  it("stops at the limit", async () => {
    const call = request((_request, response) => response.end("x".repeat(maxResponseBytes + 1)));
    await expect(call).rejects.toMatchObject({ code: "response_too_large" });
  });

  it("stops an endless response", async () => {
    const call = request((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(1024)));
      };
      response.on("drain", write);
      write();
    });
    await expect(call).rejects.toMatchObject({ code: "response_too_large" });
  });

  it("counts decompressed bytes", async () => {
    const bomb = gzipSync(Buffer.alloc(10 * maxResponseBytes));
    expect(bomb.byteLength).toBeLessThan(maxResponseBytes);
    const call = request((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    await expect(call).rejects.toMatchObject({ code: "response_too_large" });
  });

  it.each([301, 302, 303, 307, 308])("does not follow a redirect %d", async (status) => {
    const requested: (string | undefined)[] = [];
    const call = request((request, response) => {
      requested.push(request.url);
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    await expect(call).rejects.toMatchObject({ code: "provider_redirected" });
    expect(requested).toEqual(["/token"]);
  });

  it.each([
    ["never responds", () => {}],
    ["stops in the middle", (_request, response) => void response.write('{"access_token":')],
  ] satisfies readonly [string, RequestListener][])("times out if a provider %s", async (_name, listener) => {
    await expect(request(listener, 200)).rejects.toMatchObject({ code: "provider_timeout", retryable: true });
  });

  it("times out even if fetch ignores its signal", async () => {
    const call = requestProvider(() => new Promise(() => {}), "https://provider.example", {}, 50);
    await expect(call).rejects.toMatchObject({ code: "provider_timeout" });
  });

  it("reports a failed connection without its details", async () => {
    const call = request((request) => request.socket.destroy());
    await expect(call).rejects.toMatchObject({ code: "provider_unreachable", retryable: true });
    await expect(call).rejects.not.toHaveProperty("cause");
  });
});
