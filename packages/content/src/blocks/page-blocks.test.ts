import { printBlock } from "../markdown.ts";
import type { UiRenderEvent } from "@plugboard/api";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import {
  createRenderComponent,
  installIntegration,
  installIntoResource,
  changeStatus,
  unfurlLink,
} from "@plugboard/platform";
import { listSites } from "../spaces/content.ts";
import { createPage, getPage, savePage } from "../spaces/pages.ts";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { findBlockInstallations, renderPageBlock, updatePageBlock } from "./page-blocks.ts";

const manifest = `scopes: []
blocks:
  - { id: issue, title: Issue, description: Shows an issue., urlUnfurl: ["https://tracker.example.com/issues/*"] }
configurations: { account: { componentId: settings } }`;

async function setUp() {
  const rendered: UiRenderEvent[] = [];
  const element = { type: "block", children: [] };
  const component = (componentId: string) => ({
    componentId,
    render: async (event: UiRenderEvent) => {
      rendered.push(event);
      const { action, props } = event;
      const url = action?.["url"];
      const unfurled = typeof url === "string" ? { number: Number(url.split("/").at(-1)) } : props;
      if (unfurled["number"] === 0) return { type: "complete" as const };
      return { type: "element" as const, state: {}, props: unfurled, element };
    },
  });
  const components = ["issue", "picker", "settings"].map(component);
  const { platform, publish } = await openMemoryPlatform(createIntegration({ components }));
  const [site] = await listSites(platform);
  if (site === undefined) throw new Error("the seed has a site");
  const { spaceId, id: siteId, organizationId } = site;
  await publish("tracker", manifest);
  const { id: installationId } = await installIntegration(platform, "tracker", organizationId);
  const block = { integration: "tracker", component: "issue", props: { number: 7 } };
  const markdown = `# Issues\n\n${printBlock(block)}\n\n${printBlock({ ...block, component: "settings" })}\n`;
  const page = await createPage(platform, spaceId, { title: "Issues", markdown });
  return { platform, spaceId, siteId, installationId, page, rendered };
}

describe("blocks in pages", () => {
  it("are rendered on a site from the page's props, by an integration that is active there", async () => {
    const { platform, spaceId, siteId, installationId, page, rendered } = await setUp();
    const render = createRenderComponent(platform);
    const ask = (index: number, componentId = "issue") =>
      renderPageBlock(platform, render, { siteId, page, index, theme: "dark", componentId, props: { a: 1 } });
    const absent = expect.objectContaining({ code: "not_found" });
    await expect(ask(0)).rejects.toEqual(absent);
    await installIntoResource(platform, installationId, "site", siteId);
    expect([...(await findBlockInstallations(platform, { spaceId, siteId }))]).toEqual([
      ["tracker", installationId],
    ]);
    expect([...(await findBlockInstallations(platform, { spaceId }))]).toEqual([]);

    expect(await ask(0)).toMatchObject({ type: "element", props: { number: 7 } });
    expect(rendered[0]).toMatchObject({
      componentId: "issue",
      props: { number: 7 },
      context: { type: "document", theme: "dark", spaceId, siteId, pageId: page.id, editable: false },
    });
    expect(await ask(0, "picker")).toMatchObject({ props: { a: 1 } });
    // Visitors can't open configuration components, whether in a modal or written into a page.
    for (const [index, component] of [[0, "settings"], [1, "settings"], [2]] as const)
      await expect(ask(index, component)).rejects.toEqual(absent);
    await changeStatus(platform, installationId, "pause");
    await expect(ask(0)).rejects.toEqual(absent);
  });

  it("can get new props, unless the page has changed in the meantime", async () => {
    const { platform, spaceId, page } = await setUp();
    const location = { spaceId, pageId: page.id, index: 0 };
    const changed = await updatePageBlock(platform, location, {
      props: { number: 8 },
      ifRevisionId: page.revisionId,
    });
    expect(changed.markdown).toBe(page.markdown.replace("7", "8"));
    const stale = updatePageBlock(platform, location, { props: {}, ifRevisionId: page.revisionId });
    await expect(stale).rejects.toMatchObject({ code: "precondition_failed" });
    const nobody = updatePageBlock(platform, { ...location, index: 2 }, { props: {} });
    await expect(nobody).rejects.toMatchObject({ code: "not_found" });
    const large = updatePageBlock(platform, location, { props: { text: "x".repeat(65 * 1024) } });
    await expect(large).rejects.toMatchObject({ code: "invalid_request", problems: [{ path: "markdown" }] });
    const many = `${printBlock({ integration: "a", component: "b", props: {} })}\n`.repeat(101);
    await expect(savePage(platform, spaceId, page.id, { markdown: many })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect((await getPage(platform, spaceId, page.id)).revisionId).toBe(changed.revisionId);
  });

  it("are created from links that an active integration supports", async () => {
    const { platform, spaceId, installationId, rendered } = await setUp();
    const unfurl = (url: string) => unfurlLink(platform, { resource: { kind: "space", id: spaceId }, url });
    const url = "https://tracker.example.com/issues/9";
    await expect(unfurl(url)).rejects.toMatchObject({ code: "not_found" });
    await installIntoResource(platform, installationId, "space", spaceId);
    expect(await unfurl(url)).toEqual({
      installationId,
      integration: "tracker",
      component: "issue",
      props: { number: 9 },
    });
    expect(rendered.at(-1)).toMatchObject({
      action: { action: "@link.unfurl", url },
      context: { editable: true },
    });
    await expect(unfurl("https://elsewhere.example.com/issues/9")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(unfurl("https://tracker.example.com/issues/0")).rejects.toMatchObject({
      code: "integration_failed",
    });
  });
});
