import { describe, expect, it } from "vitest";
import { createSignInLimit, maxWrongTokens } from "./sign-in-limit.ts";

describe("createSignInLimit", () => {
  const clock = { now: 0 };
  const spend = (addressOf: (attempt: number) => string) => {
    const limit = createSignInLimit(() => clock.now);
    const last = Array.from({ length: maxWrongTokens }, (_, attempt) => limit.countWrong(addressOf(attempt)));
    expect(last).toEqual([...Array.from({ length: maxWrongTokens - 1 }, () => false), true]);
    return limit;
  };

  it("makes an address wait after ten wrong tokens, until the minute is over, and no other", () => {
    const limit = spend(() => "203.0.113.9");
    expect([limit.waitSeconds("203.0.113.9"), limit.waitSeconds("203.0.113.10")]).toEqual([60, 0]);
    clock.now += 59_001;
    expect(limit.waitSeconds("203.0.113.9")).toBe(1);
    clock.now += 999;
    expect(limit.waitSeconds("203.0.113.9")).toBe(0);
    expect(limit.countWrong("203.0.113.9")).toBe(false);
  });

  it("counts the addresses of one IPv6 network together", () => {
    const limit = spend((attempt) => `2001:db8:0:1::${attempt + 1}`);
    expect(limit.waitSeconds("2001:db8:0:1:ffff::1")).toBe(60);
    expect(limit.waitSeconds("2001:db8:0:2::1")).toBe(0);
  });

  it("forgets the oldest of very many addresses", () => {
    const limit = spend(() => "198.51.100.1");
    for (let address = 0; address < 10_000; address += 1) limit.countWrong(`address ${address}`);
    expect(limit.waitSeconds("198.51.100.1")).toBe(0);
  });
});
