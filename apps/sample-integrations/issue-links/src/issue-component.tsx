import { createComponent } from "@plugboard/components";
import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import type { IntegrationContext } from "@plugboard/runtime";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { type Issue, issuePathOf, oauthSettings, readIssue } from "./tracker.ts";

const cachedSeconds = 60;

/** Shows an issue of the tracker, created from a pasted link. */
export const issue = createComponent({
  componentId: "issue",
  initialState: (_props: { url?: string }) => ({}),
  action: async (element, action: { action: string; url?: string }) => {
    // The link's issue path is stored in the block's props.
    if (action.action !== "@link.unfurl" || action.url === undefined) return {};
    return { props: { ...element.props, url: action.url } };
  },
  render: async (element, context: IntegrationContext<IntegrationTypes>) => {
    const { url = "" } = element.props;
    const path = issuePathOf(url);
    if (path === undefined)
      return (
        <block>
          <hint>Paste an issue link here.</hint>
        </block>
      );
    const found = await findIssue(path, context);
    // Limits the requests to the tracker to one per minute, however many readers a page has.
    element.setCache({ maxAge: cachedSeconds });
    return (
      <block>
        <card
          title={typeof found === "string" ? path : found.title}
          hint={typeof found === "string" ? found : `${path}, ${found.state}`}
          onPress={{ action: "@ui.url.open", url }}
        />
      </block>
    );
  },
});

/** Returns the issue, or the reason why it cannot be shown. */
async function findIssue(
  path: string,
  context: IntegrationContext<IntegrationTypes>,
): Promise<Issue | string> {
  try {
    const token = await getOAuthToken(context, oauthSettings);
    return (
      (await readIssue({ origin: context.environment.secrets.API_ORIGIN, token }, path)) ?? "Issue not found."
    );
  } catch (error) {
    // The page must render even if the tracker is down.
    context.log.warn("an issue could not be read", { path, error });
    const mustConnect = error instanceof OAuthError && !error.retryable;
    return mustConnect ? "Connect the tracker in the settings." : "The tracker is not responding.";
  }
}
