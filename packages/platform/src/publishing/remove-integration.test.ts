import { describe, expect, it } from "vitest";
import { createId } from "../common/create-id.ts";
import { runRemovals } from "../tenancy/run-removals.ts";
import { confirmPrincipal } from "../access/authorize.ts";
import { savePage } from "../../../content/src/spaces/pages.ts";
import { createFanOut } from "../delivery/fan-out.ts";
import { createWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import {
  getInstallation,
  listInstallations,
  listResourceInstallations,
} from "../installations/installations.ts";
import { getIntegration, listIntegrations } from "../integrations/integrations.ts";
import { publishIntegration } from "./publish-integration.ts";
import { removeIntegration } from "./remove-integration.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

describe.each(databaseKinds)("removeIntegration on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const deliveries = () => platform.storage().deliveries;
  const notFound = expect.objectContaining({ code: "not_found" });

  async function fanOut(): Promise<void> {
    const { runOnce } = createFanOut(platform.context(), 5000);
    while ((await runOnce()).events > 0);
  }

  async function setUp() {
    const content = await platform.createContent();
    const integration = await platform.publish(content.organizationId);
    const { id } = await installIntegration(platform.context(), integration.name, content.organizationId);
    await installIntoResource(platform.context(), id, "space", content.spaceId);
    await fanOut();
    const endpoint = await createWebhookEndpoint(platform.context(), id, {
      url: "https://hooks.example.com",
      eventTypes: ["space_content_updated"],
    });
    const save = () =>
      savePage(platform.context(), content.spaceId, content.pageId, { markdown: "# Saved\n" });
    return { ...content, integration, id, endpoint, save };
  }

  it("removes its installations, tokens and endpoints, and stops deliveries", async () => {
    const { integration, id, endpoint, save } = await setUp();
    await save();
    await fanOut();
    await removeIntegration(platform.context(), integration.name);
    await expect(getIntegration(platform.context(), integration.name)).rejects.toEqual(notFound);
    expect((await listIntegrations(platform.context())).map(({ name }) => name)).not.toContain(
      integration.name,
    );
    await expect(getInstallation(platform.context(), id)).rejects.toEqual(notFound);
    expect(await listResourceInstallations(platform.context(), id, "space")).toEqual([]);
    expect([await deliveries().getEndpoint(id), await deliveries().getEndpoint(endpoint.id)]).toEqual([
      undefined,
      undefined,
    ]);
    for (const principal of [
      { type: "integration", integration: integration.name, scopes: [] },
      { type: "installation", integration: integration.name, installation: id, scopes: [] },
    ] as const) {
      await expect(confirmPrincipal(platform.context(), principal)).rejects.toMatchObject({
        code: "unauthorized",
      });
    }
    await save();
    await fanOut();
    expect((await deliveries().listDeliveries({ tenant: id })).items).toEqual([]);
    await expect(removeIntegration(platform.context(), integration.name)).rejects.toEqual(notFound);
  });

  it("removes the endpoints during fan-out if a crash prevented it before", async () => {
    const { integration, id, endpoint } = await setUp();
    const withoutDeletion = {
      ...deliveries(),
      deleteEndpointsOf: async () => {
        throw new Error("the process ended here");
      },
    };
    await expect(
      removeIntegration({ ...platform.context(), deliveries: withoutDeletion }, integration.name),
    ).rejects.toThrow("the process ended here");
    expect(await deliveries().getEndpoint(id)).toBeDefined();
    await fanOut();
    expect([await deliveries().getEndpoint(id), await deliveries().getEndpoint(endpoint.id)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("removes many installations in batches, and can be published again after the last", async () => {
    const { integration, organizationId, id } = await setUp();
    const { name, source } = integration;
    const { db } = platform.storage();
    const installation = await db
      .selectFrom("installations")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 250 }, (_each, index) => ({
      ...installation,
      id: createId("ins"),
      organization_id: `${organizationId}_${index}`,
    }));
    await db.insertInto("installations").values(copies).execute();
    await removeIntegration(platform.context(), name);
    const left = async () => (await listInstallations(platform.context(), { integration: name })).length;
    expect(await left()).toBe(151);
    const publish = () =>
      publishIntegration(platform.context(), {
        name,
        manifest: testManifest(name, organizationId),
        ...source,
        secrets: {},
      });
    await expect(publish()).rejects.toMatchObject({ code: "conflict" });
    // The lease of a dead process whose clock was two hours ahead.
    const leased_until = platform.context().now() + 2 * 3600_000;
    await db.updateTable("removals").set({ leased_until }).where("subject", "=", name).execute();
    expect(await runRemovals(platform.context())).toBe(1);
    expect(await left()).toBe(51);
    while ((await runRemovals(platform.context())) > 0);
    expect(await left()).toBe(0);
    const events = await db
      .selectFrom("events")
      .select("installation_id")
      .where("type", "=", "installation_deleted")
      .where("organization_id", "like", `${organizationId}%`)
      .execute();
    expect(new Set(events.map((event) => event.installation_id)).size).toBe(251);
    expect(await publish()).toMatchObject({ version: integration.version + 1 });
    expect(await left()).toBe(0);
  });

  it("reserves the name for its organization, and continues numbering when published again", async () => {
    const { integration, organizationId } = await setUp();
    const { name, source } = integration;
    await removeIntegration(platform.context(), name);
    const other = await platform.createContent();
    const publish = (organization: string) =>
      publishIntegration(platform.context(), {
        name,
        manifest: testManifest(name, organization),
        ...source,
        secrets: {},
      });
    await expect(publish(other.organizationId)).rejects.toMatchObject({ code: "forbidden" });
    expect(await publish(organizationId)).toMatchObject({ name, version: integration.version + 1 });
    expect(await installIntegration(platform.context(), name, organizationId)).toMatchObject({
      status: "active",
    });
  });
});
