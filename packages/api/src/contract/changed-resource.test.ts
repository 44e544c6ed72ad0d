import { expect, it } from "vitest";
import { resourceOf } from "./changed-resource.ts";
import { operations } from "./operations.ts";
import { sessionOperations } from "./session.ts";

it("names no content for operations of the platform", () => {
  const all = Object.values({ ...operations, ...sessionOperations });
  expect(all.filter(({ path }) => resourceOf(path) === "content").map(({ path }) => path)).toEqual([]);
});

it.each([
  ["/projects/{projectId}/issues", "content"],
  ["/projects/{projectId}/installations", "installations"],
  ["/organizations/{organizationId}/projects", "organizations"],
  ["/spaces/{spaceId}/pages", "content"],
  ["/spaces/{spaceId}/pages/{pageId}/draft", "drafts"],
])("names %s of a product %s", (path, resource) => {
  expect(resourceOf(path)).toBe(resource);
});
