import type { DefaultIntegrationTypes } from "@plugboard/api";
import type { ProductRoute } from "@plugboard/api/client";
import { createIntegration } from "@plugboard/runtime";
// Imports only types, so that a bundle contains neither the contract nor its schemas.
import type { Tracker } from "../../src/contract.ts";

/** The types of the manifest's settings, which `plugboard types` writes too. */
interface Types extends DefaultIntegrationTypes {
  readonly configuration: DefaultIntegrationTypes["configuration"] & {
    readonly account: { readonly bug_label?: string };
    readonly project: { readonly incident_label?: string };
  };
  readonly product: Tracker;
}

const labelIssue: ProductRoute<Tracker["operations"]["labelIssue"]> = {
  id: "labelIssue",
  method: "POST",
  path: "/projects/{projectId}/issues/{issueId}/labels",
};

const bugs = /\b(?:fails?|broken|crash(?:es)?|error)\b/i;
const incidents = /\b(?:down|outage|unreachable)\b/i;

/** Labels each new issue by the words in its title, and estimates bugs. */
export const integration = createIntegration<Types>({
  events: {
    issue_opened: async ({ projectId, issueId, title }, { api, environment, log }) => {
      const { bug_label: bugLabel = "bug" } = environment.installation?.configuration ?? {};
      const { incident_label: incidentLabel = "incident" } =
        environment.projectInstallation?.configuration ?? {};
      for (const [words, label] of [
        [bugs, bugLabel],
        [incidents, incidentLabel],
      ] as const) {
        if (!words.test(title)) continue;
        await api.call(labelIssue, { params: { projectId, issueId }, body: { label } });
        log.info("labeled", { issueId, label, project: environment.projectInstallation?.project ?? "" });
      }
    },
  },
  fetch_estimate: ({ title }) => Response.json(bugs.test(title) ? { hours: 2 } : {}),
});
