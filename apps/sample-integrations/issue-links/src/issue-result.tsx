import { createComponent } from "@plugboard/components";
import type { IntegrationContext } from "@plugboard/runtime";
import { useIssue } from "./issue-tools.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { closeIssue } from "./tracker.ts";

type Result = IntegrationTypes["tools"]["read_issue"]["result"];

/** Shows the result of `read_issue` in an agent, with a button that closes the issue. */
export const issueResult = createComponent({
  componentId: "issue_result",
  initialState: (_props: Result) => ({}),
  action: async (element, { action }: { action: string }, context: IntegrationContext<IntegrationTypes>) => {
    if (action !== "close") return {};
    const issue = await useIssue(element.props.url, context, closeIssue);
    return { props: { ...element.props, ...issue } };
  },
  render: ({ props: { title, state, url } }) => (
    <block>
      <card title={title} hint={state} onPress={{ action: "@ui.url.open", url }} />
      {state === "open" && <button label="Close issue" onPress={{ action: "close" }} />}
    </block>
  ),
});
