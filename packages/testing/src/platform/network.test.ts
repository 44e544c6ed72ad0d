import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type Network, withNetwork } from "./network.ts";

const echo: Network = async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/redirect") {
    const location = searchParams.get("to") ?? "/";
    return new Response(null, { status: Number(searchParams.get("status") ?? 302), headers: { location } });
  }
  if (pathname === "/hang") return new Promise(() => {});
  return new Response(`${request.method} ${pathname} ${await request.text()}`);
};
const text = (url: string, init?: RequestInit) =>
  withNetwork(echo, async () => (await fetch(`https://any.example${url}`, init)).text());

describe("withNetwork", () => {
  it("leaves fetch unchanged outside", async () => {
    await text("/a");
    await expect(fetch("http://127.0.0.1:1/")).rejects.toThrow(TypeError);
  });

  it.each([
    [302, "GET /a "],
    [303, "GET /a "],
    [307, "POST /a body"],
    [308, "POST /a body"],
  ])("follows a redirect %d as in the Fetch standard", async (status, expected) => {
    expect(await text(`/redirect?to=/a&status=${status}`, { method: "POST", body: "body" })).toBe(expected);
  });

  it("follows no redirects if disabled, and no endless ones", async () => {
    const manual = { redirect: "manual" } as const;
    expect(
      await withNetwork(echo, async () => (await fetch("https://any.example/redirect", manual)).status),
    ).toBe(302);
    await expect(text("/redirect", { redirect: "error" })).rejects.toThrow(TypeError);
    await expect(text("/redirect?to=/redirect%3Fto=/redirect")).resolves.toBe("GET / ");
    const endless: Network = async () => Response.redirect("https://any.example/", 302);
    await expect(withNetwork(endless, () => fetch("https://any.example/"))).rejects.toThrow(
      "too many redirects",
    );
  });

  it("leaves fetch unchanged in services", async () => {
    const response = withNetwork(
      (request) => fetch(request),
      async () => fetch("data:,hello"),
    );
    expect(await (await response).text()).toBe("hello");
  });

  it("aborts with the signal of a request", async () => {
    await expect(text("/hang", { signal: AbortSignal.timeout(10) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await expect(text("/hang", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("keeps the signal of a request through a garbage collection", async () => {
    setFlagsFromString("--expose-gc");
    setTimeout(() => runInNewContext("gc()"), 10);
    await expect(text("/hang", { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});
