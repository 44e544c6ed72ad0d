import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";

describe("fetch", () => {
  it("calls a path of the public endpoint with the body untouched", async () => {
    const platform = createDigestPlatform(() => {});
    const body = "line 1\nline 2\r\n\u0000é";
    const response = await platform.fetch("/hook?a=1", { method: "POST", headers: { "X-Test": "1" }, body });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(await response.json()).toEqual({
      method: "POST",
      url: `${platform.publicEndpoint}/hook?a=1`,
      header: "1",
      body,
    });
  });
});
