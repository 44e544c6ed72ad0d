import { deleteInstallation } from "@plugboard/api/routes";
import { createHash } from "node:crypto";
import { createIntegration } from "@plugboard/content/integration";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../../src/fixtures/send-raw.fixture.ts";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../../src/http/client-address.ts";

/** An integration that echoes the request, or responds as the query requests. */
const echo = createIntegration({
  fetch: async (incoming, { environment }) => {
    const { pathname, search, searchParams } = new URL(incoming.url);
    const status = Number(searchParams.get("status") ?? 200);
    if (searchParams.has("page")) {
      return new Response("<script>third party</script>", {
        headers: {
          "content-type": "text/html",
          "content-security-policy": "default-src *",
          "set-cookie": "state=1; Path=/integrations",
          "strict-transport-security": "max-age=1",
          "clear-site-data": '"*"',
          "x-own": "yes",
        },
      });
    }
    if (status !== 200) return new Response(null, { status, headers: { location: "/elsewhere" } });
    const bytes = new Uint8Array(await incoming.arrayBuffer());
    return Response.json({
      method: incoming.method,
      path: `${pathname}${search}`,
      headers: [...incoming.headers].filter(([name]) => /^x-(?!forwarded-)|^connection$/.test(name)),
      forwarding: [...incoming.headers].filter(([name]) => /forwarded|^x-real-ip$/.test(name)),
      length: bytes.length,
      digest: createHash("sha256").update(bytes).digest("hex"),
      installation: environment.installation?.id,
    });
  },
});

describe("public endpoints", () => {
  const { server, succeed, publish, install, errors } = setUpServer();
  let installed: Promise<string> | undefined;
  const installation = (): Promise<string> =>
    (installed ??= (async () => {
      await publish("echo", echo);
      return await install("echo");
    })());
  const address = async (path: string): Promise<string> =>
    `${server().urls.public}/integrations/${await installation()}${path}`;

  it("forwards the method, path, query and installation", async () => {
    const response = await fetch(await address("/deep/er?a=1&b=%20"), { method: "PUT" });
    expect(await response.json()).toMatchObject({
      method: "PUT",
      path: `/integrations/${await installation()}/deep/er?a=1&b=%20`,
      installation: await installation(),
      length: 0,
    });
  });

  it("forwards a body byte by byte", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
    const texts = ["a\nb\r\nc\r", "--boundary\r\n", "\u0000", "grüße"].map((text) => Buffer.from(text));
    for (const body of [bytes, ...texts]) {
      const response = await fetch(await address("/raw"), { method: "POST", body });
      expect(await response.json()).toMatchObject({
        length: body.length,
        digest: createHash("sha256").update(body).digest("hex"),
      });
    }
  });

  it("forwards headers, including repeated ones, except those of the connection", async () => {
    const { port } = server();
    const host = new URL(server().urls.public).host;
    const response = await sendRaw(port, [
      `GET /integrations/${await installation()}/headers HTTP/1.1`,
      `Host: ${host}`,
      "X-Second: 2",
      "X-First: 1",
      "X-First: once more",
      "Connection: close",
      "Keep-Alive: timeout=5",
    ]);
    expect(response).toContain('"headers":[["x-first","1, once more"],["x-second","2"]]');
    expect(response).not.toContain('"connection","close"');
  });

  it("returns a page in a sandbox, without headers that would affect other integrations", async () => {
    const { headers } = await fetch(await address("/?page"));
    const policies = (headers.get("content-security-policy") ?? "").split(", ");
    expect(policies[0]).toBe("default-src *");
    expect(policies[1]).toMatch(/^sandbox /);
    expect(policies[1]).not.toContain("allow-same-origin");
    expect(policies[1]).not.toContain("allow-top-navigation");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-own")).toBe("yes");
    const { pathname } = new URL(await address("/"));
    const [, , id] = pathname.split("/");
    expect(headers.getSetCookie()).toEqual([`${id}.state=1; Path=/integrations/${id}`]);
    for (const name of ["strict-transport-security", "clear-site-data"])
      expect(headers.has(name)).toBe(false);
  });

  it.each([204, 302, 404, 418, 503])("returns the status %d unchanged", async (status) => {
    const response = await fetch(await address(`/?status=${status}`), { redirect: "manual" });
    expect(response.status).toBe(status);
    expect(response.headers.get("location")).toBe("/elsewhere");
  });

  it("responds to HEAD without a body", async () => {
    const response = await fetch(await address("/"), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it.each(["/integrations/ins_nobody", "/integrations/ins_nobody/oauth", "/integrations/", "/integrations"])(
    "returns 404 at %s",
    async (path) => {
      const response = await fetch(`${server().urls.public}${path}`);
      expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
    },
  );

  it("returns 404 for a removed installation", async () => {
    await publish("short-lived", echo);
    const id = await install("short-lived");
    const url = `${server().urls.public}/integrations/${id}/`;
    expect((await fetch(url)).status).toBe(200);
    await succeed(deleteInstallation, { params: { installationId: id } });
    expect((await fetch(url)).status).toBe(404);
  });

  it("returns 404 for an integration that handles no requests", async () => {
    await publish("silent", createIntegration({ events: { site_view: () => {} } }));
    const response = await fetch(`${server().urls.public}/integrations/${await install("silent")}/`);
    expect(response.status).toBe(404);
  });

  it("rejects a body that is too large", async () => {
    const response = await fetch(await address("/"), {
      method: "POST",
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    expect(response.status).toBe(413);
  });

  it("hides the host of an unreachable integration from strangers", async () => {
    const broken = createIntegration({
      fetch: () => {
        throw new Error("sesame at 10.0.0.7");
      },
    });
    const goDown = await publish("broken", broken);
    const address = `${server().urls.public}/integrations/${await install("broken")}/`;
    const failed = await fetch(address);
    expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining("sesame")]);
    await goDown();
    const unreachable = await fetch(address);
    expect([unreachable.status, await unreachable.json()]).toMatchObject([
      502,
      { code: "integration_unreachable", detail: "The integration does not respond." },
    ]);
    expect(errors).toEqual([
      expect.objectContaining({
        cause: expect.objectContaining({ message: expect.stringContaining("ECONNREFUSED") }),
      }),
    ]);
  });
});

describe("the request address at a public endpoint", () => {
  const trusted = readNetwork("127.0.0.1");
  const direct = setUpServer();
  const proxied = setUpServer("SQLite", { trustedProxies: trusted === undefined ? [] : [trusted] });
  const spoofed = [
    "X-Forwarded-For: 198.51.100.1",
    "x-forwarded-for: 203.0.113.9",
    "Forwarded: for=198.51.100.1;host=evil.example;proto=https",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Port: 443",
    "X-Forwarded-Prefix: /evil",
    "X-Real-IP: 198.51.100.1",
  ];

  it.each([
    ["the connection's address, whatever the caller sends", direct, spoofed, "127.0.0.1"],
    ["the address added by a trusted proxy", proxied, spoofed, "203.0.113.9"],
    ["the connection's address without the header", proxied, [], "127.0.0.1"],
  ])("is %s", async (_what, { server, publish, install }, lines, visitor) => {
    const name = `forwarded-${lines.length}`;
    await publish(name, echo);
    const { host } = new URL(server().urls.public);
    const response = await sendRaw(server().port, [
      `GET /integrations/${await install(name)}/ HTTP/1.1`,
      `Host: ${host}`,
      ...lines,
      "Connection: close",
    ]);
    const forwarding = [
      ["x-forwarded-for", visitor],
      ["x-forwarded-host", host],
      ["x-forwarded-proto", "http"],
    ];
    expect(response).toContain(`"forwarding":${JSON.stringify(forwarding)}`);
  });
});
