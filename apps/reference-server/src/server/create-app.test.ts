import { getSession } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { adminToken, setUpServer, pathOf } from "../fixtures/set-up-server.fixture.ts";

const spaces = pathOf(listSpaces);

describe("the two origins", () => {
  const { server, seeded, publish, install } = setUpServer();
  const get = (path: string, host: string, ...lines: string[]): Promise<string> =>
    sendRaw(server().port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...lines, "Connection: close"]);
  const hostOf = (origin: "console" | "public") => new URL(server().urls[origin]).host;
  const authorized = `Authorization: Bearer ${adminToken}`;

  it("serves the API under the console's origin only", async () => {
    expect(await get(spaces, hostOf("console"), authorized)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get(spaces, hostOf("public"), authorized)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await get(pathOf(getSession), hostOf("public"))).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("serves sites and public endpoints under the sites' origin only", async () => {
    await publish("origins", createIntegration({ fetch: () => new Response("<p>third party</p>") }));
    const path = `/integrations/${await install("origins")}/page`;
    expect(await get(path, hostOf("public"))).toContain("third party");
    expect(await get(path, hostOf("console"))).not.toContain("third party");
    expect(await get("/sites/handbook/", hostOf("public"))).toContain("Acme Handbook");
    expect(await get("/sites/handbook/", hostOf("console"))).not.toContain("Acme Handbook");
    expect(seeded().site).toMatch(/^sit_/);
  });

  it("matches hostnames in any case", async () => {
    expect(await get("/sites/handbook/", hostOf("public").toUpperCase())).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(["evil.example.com", "localhost.evil.example.com", "127.0.0.1", "localhost:1", "localhost.", ""])(
    "rejects the hostname %j",
    async (host) => {
      for (const path of [spaces, "/", "/sites/handbook/"]) {
        const response = await get(path, host, authorized);
        expect(response).toMatch(/^HTTP\/1\.1 (?:421|400) /);
        expect(response).not.toContain("Handbook");
      }
    },
  );

  it("rejects requests without a hostname", async () => {
    const lines = [`GET ${spaces} HTTP/1.1`, authorized, "Connection: close"];
    expect(await sendRaw(server().port, lines)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(server().port, [`GET ${spaces} HTTP/1.0`, authorized])).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("uses the Host header, whatever the request line or a proxy header contains", async () => {
    const absolute = await get(`${server().urls.console}${spaces}`, hostOf("public"), authorized);
    expect(absolute).toMatch(/^HTTP\/1\.1 404 /);
    const forwarded = `X-Forwarded-Host: ${hostOf("console")}`;
    expect(await get(spaces, hostOf("public"), authorized, forwarded)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(["/healthz", "/readyz"])("serves %s to any hostname", async (path) => {
    expect(await get(path, "10.0.0.7:8080")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("serves the console with a policy against foreign scripts and framing", async () => {
    const response = await get(spaces, hostOf("console"));
    expect(response).toMatch(
      /content-security-policy: default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/i,
    );
    expect(response).toMatch(/x-content-type-options: nosniff/i);
    expect(response).toMatch(/referrer-policy: strict-origin/i);
  });

  it("redirects from the sites' origin to the console", async () => {
    expect(await get("/", hostOf("public"))).toMatch(
      new RegExp(`^HTTP/1\\.1 302 .*\r\nlocation: ${server().urls.console}`, "is"),
    );
  });

  it("publishes the public keys of its tokens, without private parts", async () => {
    const response = await fetch(`${server().urls.console}/.well-known/jwks.json`);
    const key = { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" };
    expect(await response.json()).toEqual({
      keys: [{ ...key, x: expect.any(String), kid: expect.any(String) }],
    });
  });
});

describe("configured origins", () => {
  const { server } = setUpServer("SQLite", {
    publicUrl: "https://docs.example.com",
    sitesUrl: "https://sites.example.net",
  });
  const statusOf = async (path: string, host: string): Promise<string | undefined> => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close"];
    return /^HTTP\/1\.1 (\d+) /.exec(await sendRaw(server().port, lines))?.[1];
  };

  it.each([
    [spaces, "docs.example.com", "401"],
    [spaces, "docs.example.com:443", "401"],
    ["/sites/handbook/", "sites.example.net", "200"],
    ["/sites/handbook/", "sites.example.net:443", "200"],
    ["/sites/handbook/", "sites.example.net:80", "421"],
    [spaces, "localhost", "421"],
  ])("responds to %s of the host %s with %s", async (path, host, status) => {
    expect(await statusOf(path, host)).toBe(status);
  });
});

describe("a worker's HTTP side", () => {
  const worker = setUpServer("SQLite", { role: "worker" });

  it("reports its health and rejects all other requests", async () => {
    const statuses = await Promise.all(
      ["/healthz", "/readyz", "/metrics", spaces, "/", "/sites/handbook/"].map(
        async (path) => (await worker.call("GET", path)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404]);
  });
});
