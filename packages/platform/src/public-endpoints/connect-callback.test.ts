import { describe, expect, it } from "vitest";
import { connectCookieOf } from "./connect-callback.ts";

describe("the cookie's name", () => {
  it("keeps it to https where the public endpoints are", () => {
    const urls = { api: "https://docs.example.com/v1", console: "https://docs.example.com" };
    const named = (origin: string) => connectCookieOf({ ...urls, public: origin });
    expect(named("https://sites.example.net")).toBe("__Secure-plugboard_connect");
    expect(named("http://localhost:4000")).toBe("plugboard_connect");
  });
});
