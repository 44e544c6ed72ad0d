import { expect, it } from "vitest";
import { createHealthRoutes } from "./health-routes.ts";

it.each([
  ["a person at the machine", true, ["No namespaces."], { status: "ready", scriptGaps: ["No namespaces."] }],
  ["anyone else", false, ["No namespaces."], { status: "ready" }],
  ["a person at a machine without gaps", true, [], { status: "ready" }],
])("/readyz reports the gaps of script isolation to %s", async (_who, mayReadMetrics, gaps, expected) => {
  const routes = createHealthRoutes({
    whyUnavailable: async () => undefined,
    collectMetrics: async () => "",
    mayReadMetrics: () => mayReadMetrics,
    scriptGaps: () => gaps,
  });
  expect(await (await routes.request("/readyz")).json()).toEqual(expected);
});
