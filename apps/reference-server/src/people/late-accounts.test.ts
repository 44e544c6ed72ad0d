import { describe, expect, it } from "vitest";
import type { Accounts } from "./accounts.ts";
import { createLateAccounts } from "./late-accounts.ts";

describe("createLateAccounts", () => {
  const setUp = (failures = 0) => {
    const seen: string[] = [];
    const accounts: Accounts = {
      fetch: async () => new Response("fetched"),
      identify: async () => ({ id: "1", name: "Ada", email: "ada@example.com" }),
      renew: async () => ({ person: undefined, setCookies: ["renewed"] }),
      identifyAgent: async () => undefined,
      signOut: async () => ["signed out"],
      close: async () => void seen.push("closed"),
    };
    const late = createLateAccounts(async () => {
      seen.push("opened");
      if (seen.length <= failures) throw new Error("no database");
      return accounts;
    });
    return { late, seen };
  };

  it("opens accounts once, for the first request with a session", async () => {
    const { late, seen } = setUp();
    const [person, renewal, cookies] = await Promise.all([
      late.identify({ token: "pbs_1" }),
      late.renew("a=1"),
      late.signOut("a=1"),
    ]);
    expect([person?.id, renewal.setCookies, cookies]).toEqual(["1", ["renewed"], ["signed out"]]);
    expect(await (await late.fetch(new Request("http://console.test/auth/ok"), "::1")).text()).toBe(
      "fetched",
    );
    await late.close();
    expect(seen).toEqual(["opened", "closed"]);
  });

  it("doesn't open accounts for requests without a cookie, or to close them", async () => {
    const { late, seen } = setUp();
    expect(await late.identify({ cookie: "" })).toBeUndefined();
    expect(await late.renew("")).toEqual({ person: undefined, setCookies: [] });
    expect(await late.signOut("")).toEqual([]);
    await late.close();
    expect(seen).toEqual([]);
  });

  it("tries again for the next request if opening failed", async () => {
    const { late, seen } = setUp(1);
    await expect(late.renew("a=1")).rejects.toThrow("no database");
    expect((await late.renew("a=1")).setCookies).toEqual(["renewed"]);
    expect(seen).toEqual(["opened", "opened"]);
  });
});
