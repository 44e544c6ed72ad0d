import type { DefaultIntegrationTypes } from "@plugboard/api";
import type { ProductRoute } from "@plugboard/api/client";
import { createComponent } from "@plugboard/components";
import type { IntegrationContext } from "@plugboard/runtime";
import type { Tracker } from "../../src/contract.ts";

const listIssues: ProductRoute<Tracker["operations"]["listIssues"]> = {
  id: "listIssues",
  method: "GET",
  path: "/projects/{projectId}/issues",
};

type Context = IntegrationContext<DefaultIntegrationTypes & { readonly product: Tracker }>;

/** Shows the state and labels of an issue, and how many others are open. */
export const summary = createComponent({
  componentId: "summary",
  render: async ({ props }: { readonly props: { readonly issueId?: string } }, context: Context) => {
    const projectId = context.environment.projectInstallation?.project ?? "";
    const { items } = await context.api.call(listIssues, { params: { projectId } });
    const issue = items.find(({ id }) => id === props.issueId);
    const others = items.filter(({ id, state }) => state === "open" && id !== props.issueId);
    // Node.js runs this file directly. With a build step, this would be JSX.
    return {
      type: "block",
      children: [
        {
          type: "card",
          title: issue?.title ?? "Unknown issue",
          hint: `${issue?.state}: ${issue?.labels.join(", ")}`,
          children: [],
        },
        { type: "text", children: [`${others.length} other open issues`] },
      ],
    };
  },
});

/** Shows an incident of a status page. A link to one becomes this component. */
export const incident = createComponent({
  componentId: "incident",
  action: async ({ props }: { readonly props: { readonly id?: string } }, action) => {
    if (action.action !== "@link.unfurl" || typeof action["url"] !== "string") return {};
    return { props: { ...props, id: new URL(action["url"]).pathname.split("/").at(-1) ?? "" } };
  },
  render: async ({ props }) => ({
    type: "block",
    children: [{ type: "card", title: `Incident ${props.id}`, children: [] }],
  }),
});
