import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as contentRoutes from "../../../../content/src/client/routes.ts";
import { administrator, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";

const deliveriesSchema = z.array(z.object({ eventType: z.string(), body: z.string() }));

describe.each(databaseKinds)("an endpoint of one resource on %s", (kind) => {
  const { succeed, call, createContent, publish, platform, clock } = setUpApi(kind);

  async function setUp() {
    const content = await createContent();
    const { organizationId } = content;
    const { name } = await publish(organizationId, "scopes: [space:content:read]");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { ...content, installationId: String(installed["id"]) };
    await succeed(administrator, contentRoutes.createSpaceInstallation, { params });
    await succeed(administrator, contentRoutes.createSiteInstallation, { params });
    return params;
  }

  const eventTypes = ["space_content_updated"];

  it("receives the events of its space only", async () => {
    const params = await setUp();
    const body = { title: "Second", organization: params.organizationId };
    const { id } = await succeed(administrator, contentRoutes.createSpace, { body });
    const second = { ...params, spaceId: String(id) };
    await succeed(administrator, contentRoutes.createSpaceInstallation, { params: second });
    const page = await succeed(administrator, contentRoutes.createPage, {
      params: second,
      body: { title: "Page", markdown: "Text" },
    });
    while ((await platform().runDue()) > 0) clock.now += 1000;
    const create = async (limits: object) => {
      const endpoint = await succeed(administrator, routes.createWebhookEndpoint, {
        params,
        body: { polling: true, eventTypes, ...limits },
      });
      expect(endpoint).toMatchObject(limits);
      return String(endpoint["id"]);
    };
    const ofFirst = await create({ spaceId: params.spaceId });
    const ofSecond = await create({ spaceId: second.spaceId });
    const ofAll = await create({});
    const edits = [params, params, { ...second, pageId: String(page["id"]) }];
    for (const [index, edited] of edits.entries())
      await succeed(administrator, contentRoutes.updatePageContent, {
        params: edited,
        body: { markdown: `Edit ${index}` },
      });
    while ((await platform().runDue()) > 0) clock.now += 1000;
    const spacesOf = async (endpointId: string) => {
      const at = { params: { ...params, endpointId } };
      const { items } = await succeed(administrator, routes.pollWebhookEndpoint, { ...at, body: {} });
      return deliveriesSchema.parse(items).map((delivery) => Object(JSON.parse(delivery.body)).spaceId);
    };
    expect(await spacesOf(ofFirst)).toEqual([params.spaceId, params.spaceId]);
    expect(await spacesOf(ofSecond)).toEqual([second.spaceId]);
    expect(await spacesOf(ofAll)).toHaveLength(3);
  });

  it("names a single resource that its installation is in", async () => {
    const params = await setUp();
    const other = await setUp();
    const { spaceId, siteId, installationId } = params;
    const refusal = async (body: object) => {
      const all = { polling: true, eventTypes, ...body };
      const { status, text } = await call(administrator, routes.createWebhookEndpoint, { params, body: all });
      return `${status} ${Object(JSON.parse(text)).detail}`;
    };
    const isNotIn = (space: string) =>
      `400 spaceId: installation ${installationId} is not in space ${space}.`;
    expect(await refusal({ spaceId: "spc_none" })).toBe(isNotIn("spc_none"));
    expect(await refusal({ spaceId: other.spaceId })).toBe(isNotIn(other.spaceId));
    const combined = "cannot be combined with spaceId: create an endpoint for each.";
    expect(await refusal({ spaceId, siteId })).toBe(`400 siteId ${combined}`);
    expect(await refusal({ spaceId, resource: { kind: "site", id: siteId } })).toBe(
      `400 resource ${combined}`,
    );
    expect(await refusal({ resource: { kind: "project", id: "prj_1" } })).toBe(
      `400 resource: installation ${installationId} is not in project prj_1.`,
    );
  });
});
