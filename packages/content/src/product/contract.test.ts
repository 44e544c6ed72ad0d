import { kindOperations } from "@plugboard/api/contract";
import type { ScopeDeclaration } from "@plugboard/platform";
import { describe, expect, it } from "vitest";
import { describeOperations, parametersIn } from "../../../api/src/fixtures/describe-operations.fixture.ts";
import { parameterSchemas } from "../../../api/src/contract/parameters.ts";
import * as routes from "../client/routes.ts";
import { pathParameters } from "../parameters/path-parameters.ts";
import { contentContract } from "./contract.ts";

const scopeTable = [
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:git:sync",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
];

const operations = { ...contentContract.operations, ...kindOperations(contentContract) };

describe("the scopes of the documentation product", () => {
  const scopes: Readonly<Record<string, ScopeDeclaration>> = contentContract.scopes;

  it("are exactly those in the table", () => {
    expect(Object.keys(scopes).toSorted()).toEqual(scopeTable.toSorted());
  });

  it("reserve the two script scopes for the operator's grants", () => {
    const internal = Object.keys(scopes).filter((scope) => scopes[scope]?.internal);
    expect(internal).toEqual(["site:script:inject", "site:script:cookies"]);
  });
});

describe("the operations of the documentation product", () => {
  it("have a route each", () => {
    expect(Object.keys(operations).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it("use every declared parameter, and no others", () => {
    const names = new Set(Object.values(operations).flatMap(({ path }) => parametersIn(path)));
    const own = [...names].filter((name) => !Object.hasOwn(parameterSchemas, name));
    expect(own.toSorted()).toEqual(Object.keys(pathParameters).toSorted());
  });

  describeOperations(operations);
});
