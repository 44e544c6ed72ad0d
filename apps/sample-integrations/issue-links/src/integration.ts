import { createOAuthHandler, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration, createRouter } from "@plugboard/runtime";
import { issue } from "./issue-component.tsx";
import { issueResult } from "./issue-result.tsx";
import { closeIssueTool, readIssueTool } from "./issue-tools.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { oauthSettings } from "./tracker.ts";

/** Turns pasted issue links into issues of a tracker. */
export const integration = createIntegration<IntegrationTypes>({
  components: [issue, issueResult],
  tools: [readIssueTool, closeIssueTool],
  fetch: createRouter({ "/oauth": createOAuthHandler(oauthSettings) }),
  events: {
    installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, oauthSettings)),
  },
});
