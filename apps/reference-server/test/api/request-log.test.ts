import { getSession, signIn } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import { adminToken, pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../../src/http/client-address.ts";

const loopback = readNetwork("127.0.0.0/8");
const trustedProxies = loopback === undefined ? [] : [loopback];

describe("the log of requests", () => {
  const { call, logged } = setUpServer("SQLite", {
    accessLog: "on",
    trustedProxies,
    addressHeader: "CF-Connecting-IP",
  });

  it("has a line for each request without query and token, with the address from a trusted proxy", async () => {
    const headers = { "cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "198.51.100.1" };
    await call(listSpaces, { headers, query: { limit: 1 } });
    expect(logged.at(-1)).toMatchObject({
      message: "request",
      method: "GET",
      path: pathOf(listSpaces),
      status: 200,
      address: "203.0.113.9",
      milliseconds: expect.any(Number),
    });
    expect(JSON.stringify(logged)).not.toMatch(/limit|admin-token/);
    await call(listSpaces, { headers: { ...headers, "cf-connecting-ip": "nowhere" } });
    expect(logged.at(-1)).toMatchObject({ address: "198.51.100.1" });
  });
});

describe("the log of sign-ins", () => {
  const { call, logged } = setUpServer("SQLite", { addressHeader: "CF-Connecting-IP" });

  it("has the address of each attempt and ignores the headers of untrusted callers", async () => {
    await call(getSession, { token: null });
    const headers = { "cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
    for (const token of ["wrong-token", adminToken])
      await call(signIn, { token: null, headers, body: { token } });
    expect(logged.map(({ message, status, address }) => [message, status, address])).toEqual([
      ["sign-in", 401, "127.0.0.1"],
      ["sign-in", 200, "127.0.0.1"],
    ]);
  });
});
