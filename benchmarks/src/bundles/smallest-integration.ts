import { getSpace } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import type { Integration } from "@plugboard/runtime";

/** The smallest useful integration: it reads the space whose content was updated. */
export const integration: Integration = createIntegration({
  events: {
    space_content_updated: async ({ spaceId }, { api }) => {
      await api.call(getSpace, { params: { spaceId } });
    },
  },
});
