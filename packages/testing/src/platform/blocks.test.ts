import { createComponent } from "@plugboard/components";
import { listPageBlocks, updatePageBlock, updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { createTestPlatform } from "./create-test-platform.ts";

const issue = createComponent<{ number?: number }, object>({
  componentId: "issue",
  action: async (_element, action) =>
    action.action === "@link.unfurl" ? { props: { number: Number(action.url.split("/").at(-1)) } } : {},
  render: async ({ props, context }) => ({
    type: "block",
    children: [{ type: "text", children: [`${props.number ?? ""} ${String(context.editable)}`] }],
  }),
});
const manifest = `
name: tracker
title: Tracker
description: Shows issues.
organization: acme
visibility: private
scopes: []
blocks: [{ id: issue, title: Issue, description: Shows an issue., urlUnfurl: ["https://tracker.example.com/*"] }]
`;

it("turns a link into a block, stores it in the page and changes its props", async () => {
  const platform = await createTestPlatform(createIntegration({ components: [issue] }), { manifest });
  const { markdown, ...block } = await platform.unfurl("https://tracker.example.com/7");
  expect(block).toMatchObject({ integration: "tracker", componentId: "issue", props: { number: 7 } });
  await expect(platform.unfurl("https://example.com/7")).rejects.toMatchObject({ code: "not_found" });

  const params = { spaceId: platform.ids.space, pageId: platform.ids.page };
  const { revisionId } = await platform.api.call(updatePageContent, { params, body: { markdown } });
  const update = {
    params: { ...params, blockIndex: "0" },
    body: { props: { number: 8 } },
    ifMatch: revisionId,
  };
  await platform.api.call(updatePageBlock, update);
  const { items } = await platform.api.call(listPageBlocks, { params });
  expect(items).toMatchObject([{ index: 0, componentId: "issue", props: { number: 8 } }]);
  expect((await platform.render("issue", { props: items[0]?.props })).text).toBe("8 true");
  await platform.close();
});
