import { expect, it } from "vitest";
import { readGroupPatch } from "./scim-group.ts";

it("reads a request with as many members as fit into it without blocking the process", () => {
  const idsOf = (kind: string) => Array.from({ length: 30_000 }, (_, index) => `prv_${kind}${index}`);
  const [removed, added] = [idsOf("removed"), idsOf("added")];
  const operation = (op: string, ids: readonly string[]) => ({
    op,
    path: "members",
    value: ids.map((value) => ({ value })),
  });
  const message = {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [operation("remove", removed), operation("add", added)],
  };
  const startedAt = performance.now();
  expect(readGroupPatch(message)).toEqual({ addMembers: added, removeMembers: removed });
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
