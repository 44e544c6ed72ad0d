import { describe, expect, it } from "vitest";
import { parseEndpointUrl, parseRedirectUrl } from "./endpoint-url.ts";

describe("parseEndpointUrl", () => {
  it.each([
    "https://provider.example/token",
    "https://provider.example/token?tenant=1",
    "http://localhost:4000/token",
    "http://127.0.0.1:4000/token",
    "http://[::1]:4000/token",
    "http://provider.localhost/token",
  ])("accepts %s", (url) => {
    expect(parseEndpointUrl("accessTokenURL", url).href).toBe(url);
  });

  it.each([
    ["http://provider.example/token", "must be https"],
    ["http://localhost.provider.example/token", "must be https"],
    ["ftp://localhost/token", "must be https"],
    ["javascript:alert(1)", "must be https"],
    ["/token", "is not an absolute URL"],
    ["", "is not an absolute URL"],
    ["https://user@provider.example/token", "user name"],
    ["https://:secret@provider.example/token", "user name"],
    ["https://provider.example/token#part", "fragment"],
  ])("rejects %s", (url, message) => {
    const parse = () => parseEndpointUrl("accessTokenURL", url);
    expect(parse).toThrow(`accessTokenURL ${message}`.slice(0, 15));
    expect(parse).toThrow(message);
    expect(parse).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

describe("parseRedirectUrl", () => {
  it("rejects a query, which could not be compared exactly", () => {
    expect(() => parseRedirectUrl("https://integration.example/oauth?a=1")).toThrow(
      "redirectURL must not have a query",
    );
  });
});
