import {
  createSiteInstallation,
  createSpaceInstallation,
  listDeliveries,
  listDeliveryAttempts,
  listEventDeliveries,
  listEvents,
  updatePageContent,
} from "@plugboard/api/routes";
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

  /** Fills every list with some items; gives the ids that the paths of lists name. */
  async function fill(): Promise<Readonly<Record<string, string>>> {
    const { organization, space, site, page } = seeded();
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
      const path = `/v1/installations/${installation}/webhook-endpoints`;
      endpoints.push(idSchema.parse(await succeed("POST", path, { body })).id);
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
    return { organization, space, installation, event: event?.id ?? "", delivery: delivery?.id ?? "" };
  }

  it.each([
    ["/v1/organizations", 1],
    ["/v1/spaces", 1],
    ["/v1/spaces/{space}/pages", 3],
    ["/v1/sites", 1],
    ["/v1/integrations", count],
    ["/v1/installations", count],
    ["/v1/integrations/listed-0/installations", 1],
    ["/v1/installations/{installation}/spaces", 1],
    ["/v1/installations/{installation}/sites", 1],
    ["/v1/installations/{installation}/webhook-endpoints", count],
    ["/v1/installations/{installation}/events", 4],
    ["/v1/installations/{installation}/deliveries", count],
    ["/v1/events", count],
    ["/v1/events/{event}/deliveries", 2 * count],
    ["/v1/deliveries", 2 * count],
    ["/v1/installations/{installation}/deliveries/{delivery}/attempts", 2],
  ])("goes through %s page by page", async (template, atLeast) => {
    prepared ??= fill();
    const ids = await prepared;
    const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);
    const keyOf = (item: Readonly<Record<string, unknown>>): unknown =>
      item["id"] ?? item["name"] ?? item["space"] ?? item["site"] ?? item["number"];
    const walked: unknown[] = [];
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ limit: "1", ...(next !== undefined && { cursor: next }) });
      const page = listSchema.parse(await succeed("GET", `${path}?${query.toString()}`));
      expect(page.items.length).toBeLessThanOrEqual(1);
      walked.push(...page.items.map(keyOf));
      next = page.next;
    } while (next !== undefined);
    expect(walked.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(walked)).toHaveLength(walked.length);
    const whole = listSchema.parse(await succeed("GET", path)).items.map(keyOf);
    // What was there at the start is there in the same order; a retry may have added something since.
    expect(whole.filter((key) => walked.includes(key))).toEqual(walked);
  });
});
