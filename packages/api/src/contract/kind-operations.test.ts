import { describe, expect, it } from "vitest";
import * as z from "zod";
import { kindOperations } from "./kind-operations.ts";
import { operations } from "./operations.ts";
import { operationsOf } from "./operations-of.ts";

const kinds = { project: { plural: "projects" }, board: { plural: "boards" } };

describe("the platform's operations with a product", () => {
  it("have a field for each kind, of which one can be set where they name one resource", () => {
    const { queueTask } = kindOperations({ kinds });
    const task = { task: { type: "sync" } };
    expect(queueTask.body?.parse({ ...task, boardId: "brd_1" })).toEqual({ ...task, boardId: "brd_1" });
    const both = queueTask.body?.safeParse({ ...task, projectId: "prj_1", boardId: "brd_1" });
    expect(both?.error?.issues).toMatchObject([
      { path: ["boardId"], message: "has both a project and a board; choose one" },
    ]);
  });

  it("are the platform's own without kinds", () => {
    expect(Object.keys(kindOperations({ kinds: {} }))).toEqual([]);
    expect(operationsOf({ kinds: {} })).toEqual(Object.values(operations));
  });

  it("add to a part of a body", () => {
    const { renderComponent } = kindOperations({ kinds });
    const body = { context: { type: "document", theme: "dark", projectId: "prj_1" } };
    expect(renderComponent.body?.parse({ ...body })).toEqual(body);
    expect(operations.renderComponent.body?.parse(body)).not.toEqual(body);
  });

  it("have the product's fields, with their examples", () => {
    const quota = z.object({ maxIssues: z.int().optional() });
    const usage = z.object({ issues: z.int().meta({ examples: [7] }) });
    const product = kindOperations({ kinds, fields: { quota, usage } });
    expect(product.setOrganizationQuota.body?.parse({ maxIssues: 3 })).toEqual({ maxIssues: 3 });
    const { response, example } = product.getOrganizationUsage;
    expect(response?.parse(example.response)).toMatchObject({ issues: 7 });
    expect(() => kindOperations({ kinds, fields: { usage: z.object({ members: z.int() }) } })).toThrow(
      "The product's field members has the name of a field of the platform. Rename it.",
    );
  });
});
