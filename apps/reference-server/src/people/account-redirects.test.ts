import { describe, expect, it } from "vitest";
import { createAccountClient } from "../fixtures/account-client.fixture.ts";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { isConsoleRedirect } from "./account-redirects.ts";

const consoleUrl = "https://docs.example.com";

describe("a redirect to the console", () => {
  it.each([
    "/",
    "/content",
    "/content/spc_1?page=2#top",
    "/a%20b?next=%2F%2Fevil.example",
    "https://docs.example.com",
    "https://docs.example.com/content",
  ])("is %s", (value) => {
    expect(isConsoleRedirect(value, consoleUrl)).toBe(true);
  });
});

const hostile = [
  "https://evil.example",
  "https://evil.example/https://docs.example.com/",
  "//evil.example",
  "///evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/content/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2E//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%5cevil.example",
  "/%2f%2fevil.example",
  "/%2fevil.example",
  "//%2fevil.example",
  "/content//evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  "/%00",
  "/%",
  " //evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "https:\\\\evil.example",
  "https://docs.example.com@evil.example/",
  "https://user@docs.example.com/",
  "https://user:password@docs.example.com/",
  "https://docs.example.com.evil.example/",
  "https://docs.example.com:8443/",
  "http://docs.example.com/",
  "https://docs.example.com//evil.example",
  "https://docs.example.com/.//evil.example",
  "https://DOCS.example.com/",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://docs.example.com/x",
  "file:///etc/passwd",
  "content",
  "?x",
  "",
  ["/content"],
  { href: "/content" },
];

describe("a redirect elsewhere", () => {
  it.each(hostile.map((value) => [value]))("is %j", (value) => {
    expect(isConsoleRedirect(value, consoleUrl)).toBe(false);
  });

  const { server, errors } = setUpServer();
  const query = (name: string) => (value: string) => ({ [name]: value });

  it.each([
    ["GET", "/auth/verify-email", { token: "x" }, query("callbackURL")],
    ["GET", "/auth/magic-link/verify", { token: "x" }, query("callbackURL")],
    ["GET", "/auth/magic-link/verify", { token: "x" }, query("errorCallbackURL")],
    ["GET", "/auth/magic-link/verify", { token: "x" }, query("newUserCallbackURL")],
    ["GET", "/auth/reset-password/x", {}, query("callbackURL")],
    ["GET", "/auth/delete-user/callback", { token: "x" }, query("callbackURL")],
    ["POST", "/auth/sign-in/email", { email: "a@example.com", password: "x" }, query("callbackURL")],
    ["POST", "/auth/sign-in/magic-link", { email: "a@example.com" }, query("callbackURL")],
    ["POST", "/auth/sign-in/magic-link", { email: "a@example.com" }, query("errorCallbackURL")],
    ["POST", "/auth/request-password-reset", { email: "a@example.com" }, query("redirectTo")],
    ["POST", "/auth/sign-in/social", { provider: "oidc" }, query("errorCallbackURL")],
    ["POST", "/auth/sign-in/social", { provider: "oidc" }, query("newUserCallbackURL")],
  ])("are rejected by %s %s", async (method, path, fields, named) => {
    for (const value of hostile.filter((each): each is string => typeof each === "string" && each !== "")) {
      // One address per client, because failed attempts are limited by address.
      const client = createAccountClient(server().urls.console);
      const all = {
        ...fields,
        ...named(value.replaceAll("https://docs.example.com", server().urls.console)),
      };
      const response = await (method === "GET"
        ? client.get(`${path}?${new URLSearchParams(all).toString()}`)
        : client.post(path, all));
      expect([value, response.status, response.headers.get("location")]).toEqual([
        value,
        expect.toSatisfy((status: number) => status === 403 || status === 400 || status === 429),
        null,
      ]);
    }
    expect(errors).toEqual([]);
  });
});
