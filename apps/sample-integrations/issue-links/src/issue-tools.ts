import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import { createTool, type IntegrationContext, IntegrationError } from "@plugboard/runtime";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { closeIssue, type Issue, issuePathOf, oauthSettings, readIssue } from "./tracker.ts";

/** Lets agents read the issues that pages link to. */
export const readIssueTool = createTool<IntegrationTypes>({
  id: "read_issue",
  execute: async ({ url }, context) => ({ ...(await useIssue(url, context, readIssue)), url }),
});

/** Lets agents close an issue. A person confirms each call. */
export const closeIssueTool = createTool<IntegrationTypes>({
  id: "close_issue",
  execute: async ({ url }, context) => {
    const issue = await useIssue(url, context, closeIssue);
    context.log.info("closed an issue", { url, caller: context.caller.id });
    return issue;
  },
});

/**
 * Performs an operation on the issue of a link.
 *
 * @throws IntegrationError with a message for the user
 */
export async function useIssue(
  url: string,
  context: IntegrationContext<IntegrationTypes>,
  use: typeof readIssue,
): Promise<Issue> {
  const path = issuePathOf(url);
  if (path === undefined) throw new IntegrationError("This is not an issue link of the tracker.");
  const token = await getOAuthToken(context, oauthSettings).catch((error: unknown) => {
    if (!(error instanceof OAuthError) || error.retryable) throw error;
    throw new IntegrationError("Ask an administrator to connect the tracker in the settings.", 409);
  });
  const issue = await use({ origin: context.environment.secrets.API_ORIGIN, token }, path);
  if (issue === undefined) throw new IntegrationError("The tracker has no such issue.", 404);
  return issue;
}
