import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import { createTool, IntegrationError } from "@plugboard/runtime";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { issuePathOf, oauthSettings, readIssue } from "./tracker.ts";

/** Lets agents read the issues that pages link to. */
export const readIssueTool = createTool<IntegrationTypes>({
  id: "read_issue",
  execute: async ({ url }, context) => {
    const path = issuePathOf(url);
    if (path === undefined) throw new IntegrationError("This is not an issue link of the tracker.");
    const token = await getOAuthToken(context, oauthSettings).catch((error: unknown) => {
      if (!(error instanceof OAuthError) || error.retryable) throw error;
      throw new IntegrationError("Ask an administrator to connect the tracker in the settings.", 409);
    });
    const issue = await readIssue(context.environment.secrets.API_ORIGIN, token, path);
    if (issue === undefined) throw new IntegrationError("The tracker has no such issue.", 404);
    return { title: issue.title, state: issue.state };
  },
});
