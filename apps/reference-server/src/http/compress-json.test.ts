import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { compressJson } from "./compress-json.ts";

const app = new Hono();
const large = { text: "a".repeat(5000) };
app.use(compressJson);
app.all("/large", (c) => c.json(large));
app.get("/small", (c) => c.json({ text: "a" }));
app.get("/stream", (c) =>
  c.body(`data: ${"a".repeat(5000)}\n\n`, 200, { "content-type": "text/event-stream" }),
);

async function encodingOf(path: string, headers: Record<string, string>, method = "GET") {
  const response = await app.request(path, {
    method,
    headers: { "accept-encoding": "gzip, br", ...headers },
  });
  return response.headers.get("content-encoding");
}

describe("compressJson", () => {
  it("compresses large JSON", async () => {
    const response = await app.request("/large", { headers: { "accept-encoding": "gzip" } });
    const plain = response.body?.pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(plain).json()).toEqual(large);
    expect(response.headers.get("vary")).toContain("accept-encoding");
  });

  it("sends uncompressed JSON to clients that refuse gzip", async () => {
    expect(await encodingOf("/large", { "accept-encoding": "gzip;q=0, br" })).toBeNull();
    expect(await encodingOf("/large", { "accept-encoding": "br, gzip;q=0.5" })).toBe("gzip");
  });

  it("leaves small JSON, event streams and other encodings as they are", async () => {
    expect(await encodingOf("/small", {})).toBeNull();
    expect(await encodingOf("/stream", {})).toBeNull();
    expect(await encodingOf("/large", { "accept-encoding": "br" })).toBeNull();
    expect(await (await app.request("/small", { headers: { "accept-encoding": "gzip" } })).json()).toEqual({
      text: "a",
    });
  });

  it("doesn't compress what other sites request with cookies, nor responses to changes", async () => {
    expect(await encodingOf("/large", { cookie: "session=x", "sec-fetch-site": "same-origin" })).toBe("gzip");
    for (const site of ["cross-site", "same-site", "none"])
      expect([site, await encodingOf("/large", { cookie: "session=x", "sec-fetch-site": site })]).toEqual([
        site,
        null,
      ]);
    expect(await encodingOf("/large", { cookie: "session=x" })).toBeNull();
    expect(await encodingOf("/large", {}, "POST")).toBeNull();
  });
});
