import { describe, expect, it } from "vitest";
import { confineSetCookie, receivedCookies } from "./confine-cookies.ts";

const confine = (value: string) => confineSetCookie(value, "ins_1", "/integrations/ins_1");

describe("cookies on an installation's own host", () => {
  it.each([
    ["session=1", "session=1; Path=/"],
    ["session=1; Path=/oauth; Domain=apps.example.net; HttpOnly", "session=1; Path=/oauth; HttpOnly"],
    ["__Host-session=1; Secure; Path=/", "__Host-session=1; Path=/; Secure"],
    ["plugboard_connect=1", undefined],
    ["__Secure-plugboard_connect=1; Path=/", undefined],
  ])("rewrites %j to %j", (value, passed) => {
    expect(confineSetCookie(value, "ins_1", "")).toBe(passed);
  });

  it("are forwarded, except for the platform's", () => {
    const header = "a=1; __Secure-plugboard_connect=x; ins_1.b=2; plugboard_connect=y";
    expect(receivedCookies(header, "ins_1", "")).toBe("a=1; ins_1.b=2");
    expect(receivedCookies("plugboard_connect=y", "ins_1", "")).toBeUndefined();
  });
});

describe("confineSetCookie", () => {
  const own = "ins_1.session=1; Path=/integrations/ins_1";

  it.each([
    ["session=1", own],
    ["session=1; Path=/", own],
    ["session=1; path=/integrations/ins_2", own],
    ["session=1; Path=/integrations/ins_12", own],
    ["session=1; Path=/integrations/ins_1", own],
    ["session=1; Path=/integrations/ins_1/oauth", "ins_1.session=1; Path=/integrations/ins_1/oauth"],
    ["session=1; Path=/integrations/ins_1; Path=/", own],
    ["session=1; Domain=example.com", own],
    ["session=1; DOMAIN=.example.com; Secure", `${own}; Secure`],
    [
      "session=a=b; Max-Age=60; Expires=Wed, 01 Jan 2031 00:00:00 GMT; HttpOnly; SameSite=Lax; Partitioned",
      "ins_1.session=a=b; Path=/integrations/ins_1; Max-Age=60; Expires=Wed, 01 Jan 2031 00:00:00 GMT; HttpOnly; SameSite=Lax; Partitioned",
    ],
    ["__Host-session=1; Path=/; Secure", "ins_1.__Host-session=1; Path=/integrations/ins_1; Secure"],
    ["visitor_id=1; Path=/", "ins_1.visitor_id=1; Path=/integrations/ins_1"],
    ["  session = 1 ;Path=/", "ins_1.session=1; Path=/integrations/ins_1"],
    ["session=1; Clear-Everything", own],
    ["session=", "ins_1.session=; Path=/integrations/ins_1"],
  ])("rewrites %j to %j", (value, confined) => {
    expect(confine(value)).toBe(confined);
  });

  it.each(["session", "=session=1", " = session=1", "", ";Path=/"])(
    "drops %j, which has no name and may look like another cookie when sent back",
    (value) => {
      expect(confine(value)).toBeUndefined();
    },
  );
});

describe("receivedCookies", () => {
  it.each([
    ["ins_1.session=1", "session=1"],
    ["visitor_id=1; ins_1.a=1; ins_2.b=2; plugboard_connect=x;ins_1.c=3=4", "a=1; c=3=4"],
    ["ins_12.session=1; session=1", undefined],
    ["x=ins_1.session=1", undefined],
    ["ins_1.=1", undefined],
    ["", undefined],
  ])("of %j, passes on %j", (cookies, own) => {
    expect(receivedCookies(cookies, "ins_1", "/integrations/ins_1")).toBe(own);
  });
});
