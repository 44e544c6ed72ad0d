import {
  createWebhookEndpoint,
  listDeliveries,
  listDeliveryAttempts,
  listEventDeliveries,
  listEvents,
  listInstallationDeliveries,
  listInstallationEvents,
  listInstallations,
  listIntegrationInstallations,
  listIntegrations,
  listOrganizations,
  listWebhookEndpoints,
} from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpaceInstallation,
  listPages,
  listSiteInstallations,
  listSites,
  listSpaceInstallations,
  listSpaces,
  updatePageContent,
} from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { databaseKinds } from "../../src/fixtures/set-up-storage.fixture.ts";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const listSchema = z.object({ items: z.array(z.looseObject({})), next: z.string().optional() });
const idSchema = z.looseObject({ id: z.string(), installationId: z.string().optional() });
const itemIdsSchema = z.object({ items: z.array(idSchema) });
const count = 5;

describe.each(databaseKinds)("every list on %s", (kind) => {
  const { succeed, seeded, publish, install } = setUpServer(kind);
  let prepared: Promise<Readonly<Record<string, string>>> | undefined;

  /** Fills every list with items. Returns the path parameters. */
  async function fill(): Promise<Readonly<Record<string, string>>> {
    const { space, site, page } = seeded();
    const installations: string[] = [];
    for (let index = 0; index < count; index += 1) {
      await publish(`listed-${index}`);
      installations.push(await install(`listed-${index}`));
    }
    const [installation = ""] = installations;
    for (const id of installations) {
      await succeed(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
      await succeed(createSiteInstallation, { params: { installationId: id, siteId: site } });
    }
    const endpoints: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const body = { url: "http://127.0.0.1:1", eventTypes: ["space_content_updated"] };
      const params = { installationId: installation };
      endpoints.push(idSchema.parse(await succeed(createWebhookEndpoint, { params, body })).id);
    }
    await succeed(updatePageContent, {
      params: { spaceId: space, pageId: page },
      body: { markdown: "# Saved\n" },
    });
    const { items } = itemIdsSchema.parse(await succeed(listEvents, { query: { limit: 1 } }));
    const [event] = items;
    await waitFor("all deliveries of the event", async () => {
      const made = listSchema.parse(await succeed(listEventDeliveries, { params: { eventId: event?.id } }));
      return made.items.length === 2 * count ? made : undefined;
    });
    const failing = itemIdsSchema.parse(
      await succeed(listDeliveries, { query: { endpointId: endpoints[0] } }),
    );
    const [delivery] = failing.items;
    await waitFor("two attempts", async () => {
      const made = listSchema.parse(
        await succeed(listDeliveryAttempts, {
          params: { installationId: delivery?.installationId, deliveryId: delivery?.id },
        }),
      );
      return made.items.length >= 2 ? made : undefined;
    });
    return {
      spaceId: space,
      integration: "listed-0",
      installationId: installation,
      eventId: event?.id ?? "",
      deliveryId: delivery?.id ?? "",
    };
  }

  it.each([
    { route: listOrganizations, atLeast: 1 },
    { route: listSpaces, atLeast: 1 },
    { route: listPages, atLeast: 3 },
    { route: listSites, atLeast: 1 },
    { route: listIntegrations, atLeast: count },
    { route: listInstallations, atLeast: count },
    { route: listIntegrationInstallations, atLeast: 1 },
    { route: listSpaceInstallations, atLeast: 1 },
    { route: listSiteInstallations, atLeast: 1 },
    { route: listWebhookEndpoints, atLeast: count },
    { route: listInstallationEvents, atLeast: 4 },
    { route: listInstallationDeliveries, atLeast: count },
    { route: listEvents, atLeast: count },
    { route: listEventDeliveries, atLeast: 2 * count },
    { route: listDeliveries, atLeast: 2 * count },
    { route: listDeliveryAttempts, atLeast: 2 },
  ])("pages through $route.path", async ({ route, atLeast }) => {
    prepared ??= fill();
    const params = await prepared;
    const keyOf = (item: Readonly<Record<string, unknown>>): unknown =>
      item["id"] ?? item["name"] ?? item["space"] ?? item["site"] ?? item["number"];
    const walked: unknown[] = [];
    let next: string | undefined;
    do {
      const page = listSchema.parse(await succeed(route, { params, query: { limit: 1, cursor: next } }));
      expect(page.items.length).toBeLessThanOrEqual(1);
      walked.push(...page.items.map(keyOf));
      next = page.next;
    } while (next !== undefined);
    expect(walked.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(walked)).toHaveLength(walked.length);
    const whole = listSchema.parse(await succeed(route, { params })).items.map(keyOf);
    // Items from the start keep their order; a retry can have added new ones.
    expect(whole.filter((key) => walked.includes(key))).toEqual(walked);
  });
});
