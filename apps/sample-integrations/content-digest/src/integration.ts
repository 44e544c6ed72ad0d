import { createIntegration } from "@plugboard/content/integration";
import { digest } from "./digest-component.tsx";
import { readDigest } from "./read-digest.ts";

/** Logs changes in a space, and shows the space's pages in a block. */
export const integration = createIntegration({
  components: [digest],
  events: {
    space_content_updated: async (event, { api, environment, log }) => {
      const pages = await readDigest(api, event.spaceId);
      const [newest] = pages;
      log.info("a space changed", {
        space: event.spaceId,
        revision: event.revisionId,
        installation: environment.installation?.id,
        newestPage: newest?.title,
        pages: pages.length,
      });
    },
  },
});
