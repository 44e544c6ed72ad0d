import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { changeStatus } from "../installations/change-installation.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { createSampleEvent, sendSampleEvent } from "./send-sample-event.ts";

const viewScope = "scopes: [site:views:read, space:content:read]";
const withSetting = `${viewScope}
configurations:
  account: { properties: { url: { type: string, title: U, description: D } }, required: [url] }`;

describe("a sample event", () => {
  const platform = setUpPlatform("SQLite");

  async function install({
    lines = viewScope,
    kinds = ["space", "site"] as readonly ("space" | "site")[],
  } = {}) {
    const content = await platform.createContent();
    const { name } = await platform.publish(content.organizationId, lines);
    const { id } = await installIntegration(platform.context(), name, content.organizationId);
    const locations = { space: content.spaceId, site: content.siteId };
    for (const kind of kinds) await installIntoResource(platform.context(), id, kind, locations[kind]);
    return { ...content, id };
  }

  it("refers to the installation's space and site, with the overridden fields", async () => {
    const { id, siteId, siteSlug } = await install();
    const sent = await sendSampleEvent(platform.context(), id, "site_view", {
      fields: { referrer: "https://search.example/", visitor: { ip: "192.0.2.9" } },
    });
    expect(sent.fields).toMatchObject({
      siteId,
      url: `https://sites.example.net/sites/${siteSlug}/welcome`,
      referrer: "https://search.example/",
      visitor: { ip: "192.0.2.9", userAgent: expect.any(String) },
    });
    const events = await platform.eventsOf(id);
    expect(events.at(-1)).toEqual({ type: "site_view", fields: sent.fields });
  });

  it("is sent once under an idempotency key", async () => {
    const { id } = await install();
    const send = () => sendSampleEvent(platform.context(), id, "site_view", { idempotencyKey: "once" });
    const [first, second] = [await send(), await send()];
    expect(second.eventId).toBe(first.eventId);
    expect((await platform.eventsOf(id)).filter(({ type }) => type === "site_view")).toHaveLength(1);
  });

  it.each([
    ["page_feedback", {}, "the integration does not handle it"],
    ["site_view", { lines: "scopes: []" }, "the manifest does not name the scope site:views:read"],
    ["site_view", { lines: withSetting }, "the installation is pending; complete its configuration"],
    ["site_view", { kinds: ["space"] as const }, "the integration is not installed in the site"],
    ["space_content_updated", { kinds: ["site"] as const }, "the integration is not installed in the space"],
  ])("%s is rejected without a recipient", async (type, options, reason) => {
    const { id } = await install(options);
    expect((await createSampleEvent(platform.context(), id, type, {})).refusal).toBe(reason);
    await expect(sendSampleEvent(platform.context(), id, type, {})).rejects.toMatchObject({
      code: "conflict",
      message: `Installation ${id} does not receive ${type}: ${reason}.`,
    });
  });

  it("is rejected while the installation is paused", async () => {
    const { id } = await install();
    await changeStatus(platform.context(), id, "pause");
    await expect(sendSampleEvent(platform.context(), id, "site_view", {})).rejects.toThrow("is paused");
  });

  it.each([
    ["site_view", { fields: { referrer: 5 } }, [{ path: "fields.referrer", message: expect.any(String) }]],
    ["ui_render", {}, []],
    ["site_vew", {}, []],
  ])("%s is rejected if it doesn't match its type", async (type, request, problems) => {
    const { id } = await install();
    await expect(sendSampleEvent(platform.context(), id, type, request)).rejects.toMatchObject({
      code: "invalid_request",
      problems,
    });
  });
});
