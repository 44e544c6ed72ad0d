import { describe, expect, it } from "vitest";
import { clearFlowCookie, flowCookie, readFlowCookie, setFlowCookie } from "./flow-cookie.ts";

describe("flowCookie", () => {
  it.each([
    [
      "https://acme.example/oauth",
      /^__Host-plugboard_oauth_[\w-]{16}$/,
      "Path=/; HttpOnly; SameSite=Lax; Secure",
    ],
    [
      "https://sites.example/integrations/ins_1/oauth",
      /^__Secure-plugboard_oauth_[\w-]{16}$/,
      "Path=/integrations/ins_1/oauth; HttpOnly; SameSite=Lax; Secure",
    ],
    [
      "http://localhost:4000/integrations/ins_1/oauth",
      /^plugboard_oauth_[\w-]{16}$/,
      "Path=/integrations/ins_1/oauth; HttpOnly; SameSite=Lax",
    ],
  ])("for %s", async (redirectURL, name, attributes) => {
    const cookie = await flowCookie(new URL(redirectURL), "state");
    expect(cookie.name).toMatch(name);
    expect(cookie.attributes).toBe(attributes);
  });

  it("has a name per state that does not reveal the state", async () => {
    const url = new URL("https://acme.example/oauth");
    const [one, other] = [await flowCookie(url, "state-1"), await flowCookie(url, "state-2")];
    expect(one.name).not.toBe(other.name);
    expect(one.name).not.toContain("state");
  });

  it("is set for ten minutes, read back and deleted", async () => {
    const cookie = await flowCookie(new URL("https://acme.example/oauth"), "state");
    expect(setFlowCookie(cookie, "a.b=c")).toBe(`${cookie.name}=a.b=c; ${cookie.attributes}; Max-Age=600`);
    expect(clearFlowCookie(cookie)).toBe(`${cookie.name}=; ${cookie.attributes}; Max-Age=0`);
    expect(readFlowCookie(cookie, `x=1; ${cookie.name}=a.b=c; y=2`)).toBe("a.b=c");
    expect(readFlowCookie(cookie, `x${cookie.name}=1`)).toBeUndefined();
    expect(readFlowCookie(cookie, null)).toBeUndefined();
  });
});
