import {
  getInstallation,
  getIntegration,
  installIntegration,
  listDeliveries,
  listEvents,
  listInstallations,
  listIntegrations,
  listOrganizations,
  queueTask,
  updateInstallation,
} from "@plugboard/api/routes";
import { getSpace, listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const settings = `scopes: [space:content:read]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where to. }
      oauth_credentials: { type: button, title: Connect, description: To., button_text: Go, callback_url: /oauth }
    required: [channel]
    internal: [webhook_id]`;
const credentials = { access_token: "sesame" };

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("installations over HTTP on %s", (kind) => {
  const { server, call, succeed, publish, install, seeded } = setUpServer(kind);
  const tokens = new Map<string, string>();
  const integration = createIntegration({
    events: {
      installation_setup: ({ installationId }, { environment }) => {
        tokens.set(installationId, environment.apiTokens.installation ?? "");
      },
      space_content_updated: () => {},
    },
  });
  let count = 0;

  /** Installs an integration. Also returns the token it received with its events. */
  async function setUp() {
    count += 1;
    const name = `visible-${count}`;
    await publish(name, integration, settings);
    const id = await install(name);
    const token = await waitFor("a token", () => tokens.get(id));
    return { id, name, token, path: pathOf(getInstallation, { params: { installationId: id } }) };
  }
  const statusOf = async (path: string) =>
    z.looseObject({ status: z.string() }).parse(await succeed("GET", path)).status;

  it("shows people the settings of the form, and only the presence of all others", async () => {
    const { path, token } = await setUp();
    const configuration = { channel: "#docs", oauth_credentials: credentials, webhook_id: "w1" };
    const saved = await succeed("PATCH", path, { token, body: { configuration } });
    expect(saved).toMatchObject({ status: "active", configuration });
    const shown = { configuration: { channel: "#docs", oauth_credentials: true } };
    expect(await succeed("GET", path)).toMatchObject(shown);
    const listed = JSON.stringify(await succeed(listInstallations));
    expect(listed).not.toContain("sesame");
    expect(listed).not.toContain("webhook_id");
    expect(JSON.stringify(await succeed(listEvents))).not.toContain("sesame");
    expect(await succeed("PATCH", path, { body: { configuration: { channel: "#other" } } })).toMatchObject({
      configuration: { channel: "#other", oauth_credentials: true },
    });
    expect(await succeed("GET", path, { token })).toMatchObject({
      configuration: { oauth_credentials: credentials, webhook_id: "w1" },
    });
  });

  it("rejects an administrator's edit of an internal setting as a whole", async () => {
    const { id, token } = await setUp();
    const params = { installationId: id };
    await succeed(updateInstallation, { params, token, body: { configuration: { webhook_id: "w1" } } });
    const body = { configuration: { channel: "#docs", webhook_id: "w2" } };
    expect(await call(updateInstallation, { params, body })).toMatchObject({
      status: 422,
      body: { code: "invalid_configuration", problems: [{ path: "configuration.webhook_id" }] },
    });
    expect(await succeed(getInstallation, { params, token })).toMatchObject({
      status: "pending",
      configuration: { webhook_id: "w1" },
    });
  });

  it("limits a token to its own installation without administrator operations", async () => {
    const [own, other] = [await setUp(), await setUp()];
    const { organization, space } = seeded();
    const hidden = [
      ["GET", other.path],
      ["PATCH", other.path, { externalIds: [] }],
      ["GET", `${other.path}/webhook-endpoints`],
      ["GET", `${other.path}/events`],
      ["GET", `${other.path}/deliveries`],
      ["POST", pathOf(queueTask), { task: { type: "t" }, installationId: other.id }],
    ] as const;
    const forbidden = [
      ["GET", pathOf(getIntegration, { params: { integration: other.name } })],
      ["GET", pathOf(listInstallations)],
      ["GET", pathOf(listIntegrations)],
      ["GET", pathOf(listEvents)],
      ["GET", pathOf(listDeliveries)],
      ["GET", pathOf(listSpaces)],
      ["GET", pathOf(listOrganizations)],
      ["POST", `${own.path}/pause`],
      ["DELETE", own.path],
      ["PUT", `${own.path}/spaces/${space}`],
      ["GET", `${own.path}/options/channel`],
      ["POST", pathOf(installIntegration, { params: { integration: own.name } }), { organization }],
      ["GET", pathOf(listPages, { params: { spaceId: space } })],
    ] as const;
    for (const [status, calls] of [
      [403, forbidden],
      [404, hidden],
    ] as const) {
      for (const [method, path, body] of calls) {
        const response = await call(method, path, { token: own.token, body });
        expect([path, response.status]).toEqual([path, status]);
      }
    }
    for (const path of [
      own.path,
      pathOf(getIntegration, { params: { integration: own.name } }),
      `${own.path}/webhook-endpoints`,
    ])
      expect((await call("GET", path, { token: own.token })).status).toBe(200);
    await succeed("PUT", `${own.path}/spaces/${space}`);
    expect((await call(listPages, { params: { spaceId: space }, token: own.token })).status).toBe(200);
    const write = { token: own.token, body: { title: "Mine" } };
    expect(
      (await call(updatePageContent, { params: { spaceId: space, pageId: seeded().page }, ...write })).status,
    ).toBe(403);
  });

  it("revokes a token with its installation", async () => {
    const { path, token } = await setUp();
    expect((await call("GET", path, { token })).status).toBe(200);
    expect((await call("DELETE", path)).status).toBe(204);
    expect(await call("GET", path, { token })).toMatchObject({
      status: 401,
      body: { code: "unauthorized" },
    });
  });

  it("rejects a NUL character as the caller's mistake", async () => {
    const { space, page } = seeded();
    for (const path of [
      pathOf(getSpace, { params: { spaceId: "\u0000" } }),
      pathOf(getInstallation, { params: { installationId: "\u0000" } }),
      pathOf(listDeliveries, { query: { eventId: "\u0000" } }),
    ])
      expect((await call("GET", path)).status).toBeLessThan(500);
    const body = { markdown: "a\u0000b" };
    expect(
      (await call(updatePageContent, { params: { spaceId: space, pageId: page }, body })).status,
    ).toBeLessThan(500);
    expect((await fetch(`${server().urls.public}/sites/%00/`)).status).toBeLessThan(500);
  });

  it("holds deliveries while it is paused and sends them afterwards", async () => {
    const { id, path } = await setUp();
    const { space, page } = seeded();
    await succeed("PATCH", path, { body: { configuration: { channel: "#docs" } } });
    await succeed("PUT", `${path}/spaces/${space}`);
    expect(await succeed("POST", `${path}/pause`)).toMatchObject({ status: "paused" });
    await succeed(updatePageContent, {
      params: { spaceId: space, pageId: page },
      body: { markdown: "# Paused\n" },
    });
    const updates = async () =>
      z
        .object({ items: z.array(z.looseObject({ eventType: z.string(), status: z.string() })) })
        .parse(await succeed("GET", `${path}/deliveries`))
        .items.filter(({ eventType }) => eventType === "space_content_updated")
        .map(({ status }) => status);
    await waitFor("the delivery", async () => ((await updates()).length > 0 ? true : undefined));
    expect(await updates()).toEqual(["scheduled"]);
    expect(await succeed("POST", `${path}/resume`)).toMatchObject({ id, status: "active" });
    await waitFor("it to be sent", async () =>
      (await updates()).every((status) => status === "delivered") ? true : undefined,
    );
  });

  it("installs into a space and a site and shows the site's URL", async () => {
    const { id, path } = await setUp();
    const { space, site } = seeded();
    const inSpace = await succeed("PUT", `${path}/spaces/${space}`);
    expect(inSpace).toMatchObject({ installation: id, space, status: "active", configuration: {} });
    const inSite = await succeed("PUT", `${path}/sites/${site}`);
    expect(inSite).toMatchObject({
      installation: id,
      site,
      space,
      urls: { published: expect.stringMatching(/^http:\/\/localhost:\d+\/sites\/handbook\/$/) },
    });
    expect((await call("PUT", `${path}/sites/${site}`)).status).toBe(409);
    expect((await call("DELETE", `${path}/sites/${site}`)).status).toBe(204);
    expect(await succeed("GET", `${path}/sites`)).toEqual({ items: [] });
    expect(await statusOf(`${path}/spaces/${space}`)).toBe("active");
  });
});
