import { describe, expect, it } from "vitest";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { adminToken, setUpServer } from "../fixtures/set-up-server.fixture.ts";

const metricsToken = "metrics-token-of-the-tests";

describe.each(["all", "worker"] as const)("metrics of a server with the role %s", (role) => {
  const { server } = setUpServer("SQLite", { role, metricsToken });
  const get = (...lines: string[]) =>
    sendRaw(server().port, ["GET /metrics HTTP/1.1", ...lines, "Connection: close"]);
  const here = () => `Host: 127.0.0.1:${server().port}`;

  it.each(["127.0.0.1:4000", "localhost", "[::1]:4000"])(
    "can be read on this machine, as %s",
    async (host) => {
      expect(await get(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 [^]*process_memory_usage/);
    },
  );

  it.each([
    ["a proxy reports its caller", "X-Forwarded-For: 203.0.113.9"],
    ["a proxy reports its caller in the header of RFC 7239", "Forwarded: for=203.0.113.9"],
    ["a caller claims to be this machine", "X-Forwarded-For: 127.0.0.1"],
    ["a token is wrong", "Authorization: Bearer wrong-metrics-token"],
    ["a token is half of one", `Authorization: Bearer ${metricsToken.slice(0, 10)}`],
    ["a token is not a bearer token", `Authorization: Basic ${metricsToken}`, "X-Forwarded-For: 203.0.113.9"],
  ])("cannot be read when %s", async (_case, ...lines) => {
    expect(await get(here(), ...lines)).toMatch(
      /^HTTP\/1\.1 401 [^]*PLUGBOARD_METRICS_TOKEN or the administrator token/,
    );
  });

  it.each(["docs.example.com", "evil.example.com", "127.0.0.1.evil.example.com", "10.0.0.7:4000", ""])(
    "cannot be read under the hostname %j, which a proxy or a page could use",
    async (host) => {
      expect(await get(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 40[01] /);
    },
  );

  it.each([
    ["the one for metrics", metricsToken],
    ["the administrator's", adminToken],
  ])("can be read from anywhere with a token: %s", async (_name, token) => {
    const lines = ["X-Forwarded-For: 203.0.113.9", `Authorization: bearer ${token}`];
    expect(await get("Host: docs.example.com", ...lines)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("have a token that is not valid for anything else", async () => {
    const lines = ["GET /v1/spaces HTTP/1.1", here(), `Authorization: Bearer ${metricsToken}`];
    expect(await sendRaw(server().port, [...lines, "Connection: close"])).toMatch(/^HTTP\/1\.1 40[14] /);
  });
});

describe("metrics of a server without a token for them", () => {
  const { server } = setUpServer();

  it("cannot be read with an empty token", async () => {
    const host = `Host: 127.0.0.1:${server().port}`;
    const lines = ["GET /metrics HTTP/1.1", host, "Authorization: Bearer ", "X-Forwarded-For: 203.0.113.9"];
    expect(await sendRaw(server().port, [...lines, "Connection: close"])).toMatch(/^HTTP\/1\.1 401 /);
  });
});
