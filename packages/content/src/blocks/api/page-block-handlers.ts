import { parseBlocks, printBlock } from "../../markdown.ts";
import type { PageBlockResource } from "../../client/types.ts";
import { unfurlLink, orNotFound, defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, numberKey, paginate } from "@plugboard/platform/product";
import { findBlockInstallations, updatePageBlock } from "../page-blocks.ts";
import { getPage, type Page } from "../../spaces/pages.ts";
import { pageBlockOperations } from "../contract/page-block-operations.ts";

export const pageBlockFeature: Feature = defineFeature(pageBlockOperations, (platform) => {
  const blocksOf = async ({ spaceId, markdown, revisionId }: Page): Promise<PageBlockResource[]> => {
    const installations = await findBlockInstallations(platform, { spaceId });
    return parseBlocks(markdown).map(({ integration, component, props }, index) => {
      const installationId = installations.get(integration);
      return { index, integration, componentId: component, props, installationId, revisionId };
    });
  };
  return {
    listPageBlocks: async ({ params: { spaceId, pageId }, query }) => {
      const page = await getPage(platform, spaceId, pageId);
      return paginate(await blocksOf(page), ({ index }) => numberKey(index), query);
    },
    updatePageBlock: async ({ params, body: { props }, ifMatch: ifRevisionId, caller }) => {
      const { spaceId, pageId, blockIndex } = params;
      const index = /^\d{1,4}$/.test(blockIndex) ? Number(blockIndex) : -1;
      const edit = { props, ifRevisionId, author: authorOf(caller) };
      const page = await updatePageBlock(platform, { spaceId, pageId, index }, edit);
      return orNotFound((await blocksOf(page))[index], `block ${blockIndex} in page ${pageId}`);
    },
    unfurlLink: async ({ params: { spaceId }, body: { url, pageId } }) => {
      const { installationId, ...block } = await unfurlLink(platform, {
        resource: { kind: "space", id: spaceId },
        context: { spaceId, ...(pageId !== undefined && { pageId }) },
        url,
      });
      const { integration, component: componentId, props } = block;
      return { installationId, integration, componentId, props, markdown: printBlock(block) };
    },
  };
});
