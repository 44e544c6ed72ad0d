import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { expect, it } from "vitest";
import { resourceOf } from "./resource-of.ts";

const common = { installation: "ins_1", status: "active", configuration: {}, externalIds: [] } as const;

it.each([
  ["no resource", {}, undefined],
  [
    "a resource of any kind",
    { projectInstallation: { ...common, project: "prj_1" } },
    { projectId: "prj_1" },
  ],
  [
    "the innermost of two resources",
    {
      spaceInstallation: { ...common, space: "spc_1" },
      siteInstallation: { ...common, site: "sit_1" },
    },
    { siteId: "sit_1" },
  ],
  ["an installation that isn't there", { projectInstallation: undefined }, undefined],
])("finds %s", (_name, installations, expected) => {
  expect(resourceOf({ ...exampleEnvironment, ...installations })).toEqual(expected);
});
