import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { listSiteSigningSecrets, tablesOf } from "@plugboard/content";
import { createSettings, openEncryptedTokens, PlatformError } from "@plugboard/platform";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createTenant,
  type Tenant,
  rejectingWebhooks,
} from "../../../../packages/platform/src/fixtures/create-tenant.fixture.ts";
import { setUpApi } from "../../../../packages/platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../packages/platform/src/fixtures/set-up-storage.fixture.ts";
import { createSiteErrorHandlers } from "./error-page.ts";
import { createSiteRoutes } from "./site-routes.ts";

const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
const event = { componentId: "digest", context: { type: "document", theme: "light" } };

/** The requests a visitor can make to a site, below its address. */
const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  [""],
  ["welcome"],
  ["~search?q=secret"],
  ["~api/pets"],
  ["~api/pets/document"],
  ["~logout"],
  ["welcome/blocks/0/options?url=https://sites.example.net/options"],
  ["welcome/blocks/0", { method: "POST", body: JSON.stringify(event) }],
  ["welcome/feedback", form({ rating: "good" })],
  ["~consent", form({ cookies: "yes" })],
];

// Site code doesn't check which organization its rows belong to, so queries must not find another
// organization's rows.
describe.each(databaseKinds)("a site whose rows reference another organization, on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: rejectingWebhooks });
  let acme: Tenant;
  let other: Tenant;
  let server: Server | undefined;
  let address = "";
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
    const { db, secretBox } = api.storage();
    const site = await tablesOf(db)
      .selectFrom("sites")
      .select("slug")
      .where("id", "=", other.ids.siteId)
      .executeTakeFirstOrThrow();
    const now = () => api.clock.now;
    const routes = createSiteRoutes(api.platform(), {
      trustedProxies: [],
      siteDir: "/nowhere",
      visitLimits: {},
      visitorSessions: await openEncryptedTokens(createSettings(db, secretBox), "visitor-session-key", now),
      onError: (error) => {
        throw error;
      },
    });
    routes.onError(
      createSiteErrorHandlers((error) => {
        if (!(error instanceof PlatformError)) throw error;
      }, "/nowhere").onError,
    );
    const listener = getRequestListener(routes.fetch);
    server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, "127.0.0.1");
    await once(server, "listening");
    // It listens on a port.
    const { port } = server.address() as AddressInfo;
    address = `http://127.0.0.1:${port}/sites/${site.slug}/`;
  });
  afterAll(() => server?.close());

  const ask = async (path: string, init?: RequestInit) => {
    // Problem documents contain more detail than pages.
    const headers = { accept: "application/json" };
    const response = await fetch(`${address}${path}`, { redirect: "manual", headers, ...init });
    return { status: response.status, text: await response.text() };
  };
  /** Returns whether any response contains data of Acme. */
  const askForAll = async () => {
    const dispatch = vi.spyOn(api.context().runner, "dispatch");
    const responses = [];
    for (const [path, init] of requests) responses.push({ path, ...(await ask(path, init)) });
    const { integration, organizationId } = acme.ids;
    const shown = responses.filter(({ text }) =>
      [integration, organizationId].some((secret) => text.includes(secret)),
    );
    const called = dispatch.mock.calls.map(([target]) => target.name);
    dispatch.mockRestore();
    return { shown, called };
  };
  const eventsOfAcme = async () =>
    await api
      .storage()
      .db.selectFrom("events")
      .select("type")
      .where("resource_id", "=", acme.ids.spaceId)
      .orderBy("position")
      .execute();

  it("shows its own page without such rows", async () => {
    const { status, text } = await ask("welcome");
    expect([status, text.includes(`A secret of ${other.ids.organizationId}`)]).toEqual([200, true]);
  });

  it("does not let the other organization's integration sign visitors in", async () => {
    const { db } = api.storage();
    const { siteId, organizationId } = other.ids;
    // Creates the row.
    await listSiteSigningSecrets(api.platform(), siteId);
    const ofSite = tablesOf(db).updateTable("site_access").where("organization_id", "=", organizationId);
    await ofSite.set({ installation_id: acme.ids.installationId }).execute();
    expect(await askForAll()).toEqual({ shown: [], called: [] });
    expect((await ask("welcome")).status).toBe(404);
    await ofSite.set({ installation_id: null }).execute();
    expect((await ask("welcome")).status).toBe(200);
  });

  it("shows none of its pages, and counts no visits in its space", async () => {
    const before = await eventsOfAcme();
    const ofSite = tablesOf(api.storage().db).updateTable("sites").where("id", "=", other.ids.siteId);
    await ofSite.set({ space_id: acme.ids.spaceId }).execute();
    expect(await askForAll()).toEqual({ shown: [], called: [] });
    expect((await ask("welcome")).status).toBe(404);
    expect(await eventsOfAcme()).toEqual(before);
    await ofSite.set({ space_id: other.ids.spaceId }).execute();
    expect((await ask("welcome")).status).toBe(200);
  });
});
