import { createComponent } from "@plugboard/components";
import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import type { IntegrationContext } from "@plugboard/runtime";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { type Issue, issuePathOf, oauthSettings, readIssue } from "./tracker.ts";

const cachedSeconds = 60;

/** An issue of the tracker, made from a link that was pasted into a page. */
export const issue = createComponent({
  componentId: "issue",
  initialState: (_props: { url?: string }) => ({}),
  action: async (element, action: { action: string; url?: string }) => {
    // A link became this block: what it is about is kept as the block's props, in the page.
    if (action.action !== "@link.unfurl" || action.url === undefined) return {};
    return { props: { ...element.props, url: action.url } };
  },
  render: async (element, context: IntegrationContext<IntegrationTypes>) => {
    const { url = "" } = element.props;
    const path = issuePathOf(url);
    if (path === undefined)
      return (
        <block>
          <hint>Paste the link of an issue here.</hint>
        </block>
      );
    const found = await findIssue(path, context);
    // A page with many readers asks the tracker once a minute.
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

/** The issue, or why it cannot be shown. */
async function findIssue(
  path: string,
  context: IntegrationContext<IntegrationTypes>,
): Promise<Issue | string> {
  try {
    const token = await getOAuthToken(context, oauthSettings);
    return (
      (await readIssue(context.environment.secrets.API_ORIGIN, token, path)) ?? "There is no such issue."
    );
  } catch (error) {
    // A page is shown even where the tracker is not.
    context.log.warn("an issue could not be read", { path, error });
    const mustConnect = error instanceof OAuthError && !error.retryable;
    return mustConnect ? "Connect the tracker in the settings." : "The tracker does not respond.";
  }
}
