import { platformEventTypes, scopes as platformScopes } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { contentContract } from "../../../content/src/product/contract.ts";
import { decideTargets, type Recipient } from "./decide-targets.ts";

const recipient: Recipient = {
  installationId: "ins_1",
  removed: false,
  configured: true,
  scopes: ["space:content:read"],
  handles: ["installation_setup", "space_content_updated"],
  endpoints: [{ id: "whe_1", eventTypes: ["space_content_updated"] }],
};
const update = {
  type: "space_content_updated",
  scope: "space:content:read",
  resource: { kind: "space", id: "spc_1" },
} as const;

const neededScopes: readonly (readonly [string, string | undefined])[] = [
  ...platformEventTypes.map((type) => [type, undefined] as const),
  ["invoice.paid", "organization:events:read"],
  ...Object.entries(contentContract.events).map(([type, { scope }]) => [type, scope] as const),
];

const scopes: readonly string[] = [...platformScopes, ...Object.keys(contentContract.scopes)];

describe("decideTargets", () => {
  it("sends an event to the integration and to the subscribed endpoint", () => {
    expect(decideTargets(update, [recipient])).toEqual({
      installationIds: ["ins_1"],
      endpointIds: ["whe_1"],
    });
  });

  it.each([
    ["an installation that is still pending", { ...recipient, configured: false }],
    ["an integration without the scope", { ...recipient, scopes: [] }],
    ["an integration that handles other events", { ...recipient, handles: [], endpoints: [] }],
    [
      "an endpoint of another space",
      {
        ...recipient,
        handles: [],
        endpoints: [
          { id: "whe_1", eventTypes: ["space_content_updated"], resource: { kind: "space", id: "spc_2" } },
        ],
      },
    ],
    [
      "an endpoint of a site",
      {
        ...recipient,
        handles: [],
        endpoints: [
          { id: "whe_1", eventTypes: ["space_content_updated"], resource: { kind: "site", id: "sit_1" } },
        ],
      },
    ],
  ] as const)("leaves out %s", (_case, candidate) => {
    expect(decideTargets(update, [candidate])).toEqual({ installationIds: [], endpointIds: [] });
  });

  it("sends page feedback only to endpoints of the page's space", () => {
    const feedback = {
      type: "page_feedback",
      scope: "site:views:read",
      resource: { kind: "site", id: "sit_1" },
      received: () => ({ eventId: "e", type: "page_feedback", installationId: "ins_1", spaceId: "spc_1" }),
    } as const;
    const endpoints = ["spc_1", "spc_2"].map((id) => ({
      id: `whe_${id}`,
      eventTypes: ["page_feedback"],
      resource: { kind: "space", id },
    }));
    const candidate: Recipient = { ...recipient, scopes: ["site:views:read"], handles: [], endpoints };
    expect(decideTargets(feedback, [candidate]).endpointIds).toEqual(["whe_spc_1"]);
  });

  it.each(neededScopes)("sends %s only with the scope that it requires", (type, scope) => {
    const event = type.includes(".") ? { type } : { type, scope };
    const reached = scopes.filter(
      (held) =>
        decideTargets(event, [{ ...recipient, scopes: [held], handles: [type] }]).installationIds.length > 0,
    );
    expect(reached).toEqual(scope === undefined ? scopes : [scope]);
    const without = decideTargets(event, [{ ...recipient, scopes: [], handles: [type] }]);
    expect(without.installationIds).toEqual(scope === undefined ? ["ins_1"] : []);
  });

  it("sends no event whose scope is unknown", () => {
    const unknown = { type: "space_content_updated", isUndeclared: true } as const;
    expect(decideTargets(unknown, [recipient])).toEqual({ installationIds: [], endpointIds: [] });
  });

  it("notifies a removed installation only of its removals", () => {
    const removals = [
      "installation_deleted",
      "space_installation_deleted",
      "site_installation_deleted",
    ] as const;
    const removed: Recipient = { ...recipient, removed: true, handles: [...removals, "task"] };
    for (const type of removals)
      expect(decideTargets({ type }, [removed]).installationIds).toEqual(["ins_1"]);
    expect(decideTargets({ type: "task" }, [removed]).installationIds).toEqual([]);
    expect(decideTargets(update, [removed])).toEqual({ installationIds: [], endpointIds: [] });
  });

  it("notifies a pending installation of its own setup", () => {
    const pending = { ...recipient, configured: false };
    expect(decideTargets({ type: "installation_setup" }, [pending]).installationIds).toEqual(["ins_1"]);
  });

  it("doesn't send tasks to a pending installation", () => {
    const pending: Recipient = { ...recipient, configured: false, handles: ["task"] };
    expect(decideTargets({ type: "task" }, [pending]).installationIds).toEqual([]);
  });
});
