import { describe, expect, it } from "vitest";
import { describeOperations, parametersIn } from "../fixtures/describe-operations.fixture.ts";
import type { AnyOperation } from "./operation.ts";
import { operations } from "./operations.ts";
import { parameterSchemas } from "./parameters.ts";
import { errorCodes } from "./problem.ts";
import * as routes from "./routes.ts";
import { sessionOperations } from "./session.ts";

const table: Readonly<Record<string, AnyOperation>> = { ...operations, ...sessionOperations };
const entries = Object.entries(table);

describe("the table of operations", () => {
  it("has every route once, under its ID", () => {
    expect(entries.map(([key, { id }]) => [key, id])).toEqual(entries.map(([key]) => [key, key]));
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(routes).toSorted());
    const locations = entries.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(locations).size).toBe(locations.length);
  });

  it("uses every parameter and every applicable error code", () => {
    const names = entries.flatMap(([, { path }]) => parametersIn(path));
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(parameterSchemas).toSorted());
    const codes = new Set(entries.flatMap(([, { errors }]) => errors));
    // Unknown hosts are rejected before an operation is looked up.
    expect([...codes, "misdirected"].toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });

  describeOperations(table);
});
