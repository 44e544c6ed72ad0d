import { createConnectTicket, getInstallation } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { sendRaw } from "../../src/fixtures/send-raw.fixture.ts";
import { pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const manifestLines = `scopes: []
configurations:
  account:
    properties:
      connection: { type: button, title: Connect, description: To., button_text: Connect, callback_url: /oauth }`;

const echo = createIntegration({
  fetch: (incoming, { environment }) =>
    Response.json(
      {
        url: incoming.url,
        cookie: incoming.headers.get("cookie"),
        host: incoming.headers.get("x-forwarded-host"),
        publicEndpoint: environment.installation?.urls.publicEndpoint,
      },
      { headers: { "set-cookie": "session=1; Path=/; Domain=localhost; HttpOnly" } },
    ),
});
const shownSchema = z.object({ urls: z.object({ publicEndpoint: z.string() }) });
const ticketSchema = z.object({ url: z.string(), ticket: z.string() });

describe("public endpoints on their own hosts", () => {
  const { server, call, succeed, publish, install } = setUpServer("SQLite", {
    integrationsUrl: "http://*.localhost",
  });
  let installation = "";
  let endpoint = "";
  beforeAll(async () => {
    await publish("hosted", echo, manifestLines);
    installation = await install("hosted");
    const params = { installationId: installation };
    endpoint = shownSchema.parse(await succeed(getInstallation, { params })).urls.publicEndpoint;
  });
  const send = (host: string, path: string, ...lines: readonly string[]) =>
    sendRaw(server().port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...lines]);

  it("receive requests at any path, with all their own cookies", async () => {
    const { host } = new URL(endpoint);
    expect(endpoint).toMatch(/^http:\/\/ins--[a-z0-9-]+\.localhost:\d+$/);
    const response = await send(host, "/deep/er?a=1", "Cookie: session=1; plugboard_connect=secret");
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toMatch(/^set-cookie: session=1; Path=\/; HttpOnly\r$/im);
    expect(response).toContain("content-security-policy: sandbox");
    expect(JSON.parse(response.slice(response.indexOf("{"), response.lastIndexOf("}") + 1))).toEqual({
      url: `${endpoint}/deep/er?a=1`,
      cookie: "session=1",
      host,
      publicEndpoint: endpoint,
    });
  });

  it("serve neither the console, the API nor sites, and are served on no other host", async () => {
    const { host } = new URL(endpoint);
    const api = pathOf(listSpaces);
    expect(await send(host, api)).toContain(`${endpoint}${api}`);
    expect(await send(host, "/sites/handbook/")).toContain(`${endpoint}/sites/handbook/`);
    expect(await send(`nobody.localhost:${server().port}`, "/")).toMatch(/^HTTP\/1\.1 404 /);
    expect(await send(`a.b.localhost:${server().port}`, "/")).toMatch(/^HTTP\/1\.1 421 /);
    expect(await send(`evil.example:${server().port}`, "/")).toMatch(/^HTTP\/1\.1 421 /);
  });

  it("still respond on the shared host, where cookies are confined", async () => {
    const url = `${server().urls.public}/integrations/${installation}/hook`;
    const response = await fetch(url);
    expect(await response.json()).toMatchObject({ url, publicEndpoint: endpoint });
    expect(response.headers.get("set-cookie")).toContain(`${installation}.session=1; Path=/integrations/`);
  });

  it("accept the console's tickets", async () => {
    const params = { installationId: installation, property: "connection" };
    const created = await call(createConnectTicket, { params });
    const { url, ticket } = ticketSchema.parse(created.body);
    expect(url).toBe(`${endpoint}/oauth`);
    const body = new URLSearchParams({ ticket }).toString();
    const response = await sendRaw(server().port, [
      "POST /oauth HTTP/1.1",
      `Host: ${new URL(url).host}`,
      `Origin: ${server().urls.console}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ]);
    const [, cookie = ""] = /^set-cookie: (plugboard_connect=[^;]+); .*Path=\/;/im.exec(response) ?? [];
    expect(await send(new URL(url).host, "/oauth")).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send(new URL(url).host, "/oauth", `Cookie: ${cookie}`)).toMatch(/^HTTP\/1\.1 200 /);
    const policy = (await fetch(server().urls.console)).headers.get("content-security-policy");
    expect(policy).toContain(`http://*.localhost:${server().port}`);
  });
});
