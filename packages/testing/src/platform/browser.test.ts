import { describe, expect, it } from "vitest";
import { createBrowser } from "./browser.ts";

/** Creates a browser that receives these cookies from `start` and then requests `url`. */
async function cookiesAt(
  url: string,
  cookies: readonly string[],
  start = "https://a.example/one",
): Promise<string> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  const browser = createBrowser(async () => new Response(null, { headers }));
  await browser.open(start);
  return browser.cookieHeader(url);
}

describe("createBrowser", () => {
  it.each([
    ["https://a.example/two", ["a=1; Path=/", "b=2"], "a=1; b=2"],
    ["https://a.example/one/deep", ["a=1; Path=/one"], "a=1"],
    ["https://a.example/onest", ["a=1; Path=/one"], ""],
    ["https://b.example/", ["a=1; Path=/"], ""],
    ["http://a.example/", ["a=1; Path=/; Secure"], ""],
    ["https://a.example/", ["__Host-a=1; Path=/; Secure"], "__Host-a=1"],
    ["https://a.example/one", ["__Host-a=1; Path=/one; Secure"], ""],
    ["https://a.example/", ["__Secure-a=1; Path=/"], ""],
    ["https://a.example/", ["a=1; Path=/", "a=; Path=/; Max-Age=0"], ""],
  ])("sends %s the cookies %j as %j", async (url, cookies, header) => {
    expect(await cookiesAt(url, cookies)).toBe(header);
  });

  it("ignores secure cookies received over http", async () => {
    expect(await cookiesAt("https://a.example/", ["a=1; Path=/; Secure"], "http://a.example/")).toBe("");
  });

  it("posts a form and follows its redirect with GET", async () => {
    const seen: string[] = [];
    const browser = createBrowser(async (request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
      return seen.length === 1 ? Response.redirect("https://a.example/next", 303) : new Response(null);
    });
    await browser.open(new Request("https://a.example/form", { method: "POST", body: "a=1" }));
    expect(seen).toEqual(["POST /form a=1", "GET /next "]);
  });

  it("stops at the given URL or after too many redirects", async () => {
    const browser = createBrowser(async () => Response.redirect("https://a.example/next", 302));
    const { url, response } = await browser.open(
      "https://a.example/",
      ({ pathname }) => pathname === "/next",
    );
    expect([url.pathname, response.status]).toEqual(["/next", 302]);
    await expect(browser.open("https://a.example/")).rejects.toThrow("redirects too many times");
  });
});
