import {
  approveIntegration,
  consentToInstallation,
  getInstallation,
  getIntegration,
  getShareLink,
  installIntegration,
  listIntegrationReviews,
  listIntegrations,
  rejectIntegration,
  rotateShareLink,
  submitIntegration,
} from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpace,
  createSpaceInstallation,
  deleteSiteInstallation,
  deleteSpaceInstallation,
  getSpace,
  selectSpaces,
} from "../../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Principal } from "../../access/principal.ts";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { publishIntegration } from "../../publishing/publish-integration.ts";
import { testManifest } from "../../fixtures/test-integration.fixture.ts";

const named = z.looseObject({ items: z.array(z.looseObject({ name: z.string() })) });
const dispatched = z.object({ id: z.string() });

describe.each(databaseKinds)("visibility on %s", (kind) => {
  const { call, succeed, createContent, publish, platform } = setUpApi(kind);

  /** An author's integration with a visibility, and an organization that wants to install it. */
  async function setUp(visibility: string, scopes = "space:content:read") {
    const [author, user] = [await createContent(), await createContent()];
    const { name } = await publish(author.organizationId);
    const republish = async (named: string) => {
      const manifest = testManifest(name, author.organizationId, `scopes: [${named}]`);
      await publishIntegration(platform(), {
        name,
        manifest: manifest.replace("visibility: private", `visibility: ${visibility}`),
        url: await urlOf(name),
      });
    };
    await republish(scopes);
    const owner = person("u", { [user.organizationId]: "owner" });
    const developer = person("d", { [author.organizationId]: "developer" });
    const params = { integration: name };
    const sees = async (query: Record<string, string> = {}, who: Principal = owner) => {
      const { status } = await call(who, getIntegration, { params, query });
      const { items } = named.parse(await succeed(who, listIntegrations));
      return [status, items.some((item) => item.name === name)];
    };
    const install = async (query: Record<string, string> = {}) =>
      await call(owner, installIntegration, { params, query, body: { organization: user.organizationId } });
    return { author, user, name, params, owner, developer, republish, sees, install };
  }

  async function urlOf(name: string): Promise<string> {
    const row = await platform()
      .db.selectFrom("integration_versions")
      .select("url")
      .where("integration", "=", name)
      .executeTakeFirstOrThrow();
    return row.url ?? "";
  }

  it("keeps a private integration to its organization", async () => {
    const { sees, install, developer, params } = await setUp("private");
    expect(await sees()).toEqual([404, false]);
    expect(await sees({}, developer)).toEqual([200, true]);
    const { body } = await call(developer, getShareLink, { params });
    const share = new URL(z.object({ url: z.string() }).parse(body).url).searchParams.get("share") ?? "";
    expect([await sees({ share }), (await install({ share })).status]).toEqual([[404, false], 404]);
  });

  it("shows an unlisted integration to people with its link, until the link is rotated", async () => {
    const { sees, install, developer, params } = await setUp("unlisted");
    const shareOf = async (route: typeof getShareLink | typeof rotateShareLink) => {
      const { url } = z.object({ url: z.string() }).parse(await succeed(developer, route, { params }));
      return new URL(url).searchParams.get("share") ?? "";
    };
    const share = await shareOf(getShareLink);
    expect(await shareOf(getShareLink)).toBe(share);
    expect([await sees(), await sees({ share: "pbs_guess" }), await sees({ share })]).toEqual([
      [404, false],
      [404, false],
      [200, false],
    ]);
    const next = await shareOf(rotateShareLink);
    expect([(await install({ share })).status, (await install({ share: next })).status]).toEqual([404, 201]);
    // Organizations that installed it can still read it.
    expect(await sees()).toEqual([200, false]);
  });

  it("lists a public integration once it is approved, and later versions only without more scopes", async () => {
    const { sees, install, developer, params, republish, name, owner, author } = await setUp("public");
    expect([await sees(), (await install()).status]).toEqual([[404, false], 404]);
    const submitted = await succeed(developer, submitIntegration, { params });
    expect((await call(developer, submitIntegration, { params })).status).toBe(409);
    const reviewParams = { reviewId: String(submitted["id"]) };
    for (const who of [developer, owner])
      expect((await call(who, approveIntegration, { params: reviewParams })).status).not.toBe(200);
    const reason = "Say what it is for.";
    await succeed(administrator, rejectIntegration, { params: reviewParams, body: { reason } });
    expect((await call(administrator, approveIntegration, { params: reviewParams })).status).toBe(409);
    expect(await succeed(developer, listIntegrationReviews, { query: { status: "rejected" } })).toMatchObject(
      {
        items: [{ integration: name, organization: author.organizationId, reason }],
      },
    );

    const { id } = dispatched.parse(await succeed(developer, submitIntegration, { params }));
    await succeed(administrator, approveIntegration, { params: { reviewId: id } });
    expect(await sees()).toEqual([200, true]);
    await republish("space:content:read");
    expect(await sees()).toEqual([200, true]);
    await republish("space:content:read, site:views:read");
    expect(await sees()).toEqual([404, false]);
    expect((await call(developer, submitIntegration, { params })).status).toBe(201);
  });

  it("keeps an installation's scopes until its organization consents to more", async () => {
    const { install, developer, params, republish, name, owner, user, author } = await setUp("public");
    const { id: reviewId } = dispatched.parse(await succeed(developer, submitIntegration, { params }));
    await succeed(administrator, approveIntegration, { params: { reviewId } });
    const { id: installationId } = dispatched.parse((await install()).body);
    const location = { installationId, spaceId: user.spaceId, pageId: user.pageId };
    await succeed(owner, createSpaceInstallation, { params: location });
    const wider = ["space:metadata:read", "space:content:read"] as const;
    const tokenOf = async (installation?: string) =>
      await platform().tokens.issue({ integration: name, installation, scopes: [...wider] });
    const statuses = async () =>
      await Promise.all(
        [await tokenOf(), await tokenOf(installationId)].map(
          async (token) => (await call(token, getSpace, { params: location })).status,
        ),
      );
    await republish("space:metadata:read");
    expect(await succeed(owner, getInstallation, { params: location })).toMatchObject({
      pendingScopes: ["space:metadata:read"],
    });
    await republish(wider.join(", "));
    expect(await statuses()).toEqual([403, 403]);
    const consent = async (scopes: readonly string[]) =>
      await call(owner, consentToInstallation, { params: location, body: { scopes } });
    expect((await consent(["space:content:read"])).status).toBe(409);
    expect(await consent(wider)).toMatchObject({ status: 200, body: { id: installationId } });
    expect(await succeed(owner, getInstallation, { params: location })).not.toHaveProperty("pendingScopes");
    expect(await statuses()).toEqual([200, 200]);

    // The integration's own organization needs no consent.
    const own = await succeed(administrator, installIntegration, {
      params,
      body: { organization: author.organizationId },
    });
    await republish(`${wider.join(", ")}, site:views:read`);
    const own2 = await succeed(administrator, getInstallation, {
      params: { installationId: String(own["id"]) },
    });
    expect(own2).not.toHaveProperty("pendingScopes");
  });

  it("keeps the scopes of installations from before consent existed", async () => {
    const { install, developer, params, republish, owner } = await setUp("public");
    const { id: reviewId } = dispatched.parse(await succeed(developer, submitIntegration, { params }));
    await succeed(administrator, approveIntegration, { params: { reviewId } });
    const { id: installationId } = dispatched.parse((await install()).body);
    await platform()
      .db.updateTable("installations")
      .set({ consented_scopes: null })
      .where("id", "=", installationId)
      .execute();
    await republish("space:content:read, site:views:read");
    expect(await succeed(owner, getInstallation, { params: { installationId } })).toMatchObject({
      pendingScopes: ["site:views:read"],
    });
  });

  it("limits an installation to its selected spaces", async () => {
    const { organizationId, spaceId, siteId } = await createContent();
    const foreign = await createContent();
    const { name } = await publish(organizationId);
    const owner = person("o", { [organizationId]: "owner" });
    const installed = await succeed(owner, installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const other = await succeed(owner, createSpace, {
      body: { organization: organizationId, title: "Other" },
    });
    const otherId = String(other["id"]);
    const params = { installationId: String(installed["id"]), spaceId, siteId };
    const select = async (...spaces: string[]) =>
      await call(owner, selectSpaces, { params, body: { type: "selected", spaces } });
    expect((await select(foreign.spaceId)).status).toBe(400);
    expect(await select(otherId)).toMatchObject({
      status: 200,
      body: { space_selection: { type: "selected", spaces: [otherId] } },
    });
    for (const route of [createSpaceInstallation, createSiteInstallation])
      expect((await call(owner, route, { params })).status).toBe(409);
    await succeed(owner, createSpaceInstallation, { params: { ...params, spaceId: otherId } });
    expect((await select(spaceId)).status).toBe(409);
    await succeed(owner, selectSpaces, { params, body: { type: "all" } });
    await succeed(owner, createSiteInstallation, { params });
    expect((await select(otherId)).status).toBe(409);
    await succeed(owner, deleteSiteInstallation, { params });
    await succeed(owner, deleteSpaceInstallation, { params: { ...params, spaceId: otherId } });
    expect((await select(spaceId)).status).toBe(200);
  });
});
