import { createConnectTicket, getInstallation } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";

const button = (path: string) =>
  `{ type: button, title: T, description: D., button_text: Go, callback_url: ${path} }`;
const settings = `scopes: []
configurations:
  account:
    properties:
      connection: ${button("/oauth?a=1")}
      plain: { type: string, title: T, description: D. }
  site:
    properties:
      site_connection: ${button("/site-oauth")}`;

const connection = z.object({ url: z.string(), ticket: z.string(), expiresAt: z.iso.datetime() });

describe("tickets for configuration buttons", () => {
  const { server, call, succeed, publish, install, seeded } = setUpServer();
  let installed: Promise<string> | undefined;
  const installation = (): Promise<string> =>
    (installed ??= (async () => {
      await publish("chat", undefined, settings);
      return await install("chat");
    })());
  const base = async (): Promise<string> =>
    pathOf(getInstallation, { params: { installationId: await installation() } });

  it("include the URL they are for and are not cacheable", async () => {
    const { status, headers, body } = await call("POST", `${await base()}/connect/connection`);
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    const { url, ticket, expiresAt } = connection.parse(body);
    expect(url).toBe(`${server().urls.public}/integrations/${await installation()}/oauth?a=1`);
    expect(url).not.toContain(ticket);
    const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it("are issued for locations of the installation and buttons of that level", async () => {
    const { site, space } = seeded();
    const path = `${await base()}/sites/${site}/connect/site_connection`;
    expect((await call("POST", path)).status).toBe(404);
    await succeed("PUT", `${await base()}/sites/${site}`);
    const { url } = connection.parse(await succeed("POST", path));
    expect(url).toMatch(/\/site-oauth$/);
    for (const other of [
      `${await base()}/connect/site_connection`,
      `${await base()}/sites/${site}/connect/connection`,
      `${await base()}/sites/sit_other/connect/site_connection`,
      `${await base()}/spaces/${space}/connect/site_connection`,
    ])
      expect((await call("POST", other)).status).toBe(404);
  });

  it.each(["plain", "unknown", "constructor", "__proto__"])("are not issued for %s", async (property) => {
    expect(await call("POST", `${await base()}/connect/${property}`)).toMatchObject({
      status: 404,
      body: { detail: `There is no button ${property} among the organization settings of chat.` },
    });
  });

  it("require an administrator", async () => {
    const path = `${await base()}/connect/connection`;
    expect((await call("POST", path, { token: null })).status).toBe(401);
    expect(
      (await call(createConnectTicket, { params: { installationId: "ins_nobody", property: "connection" } }))
        .status,
    ).toBe(404);
  });
});
