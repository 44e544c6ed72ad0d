import { kindOperations } from "@plugboard/api/contract";
import { describe, expect, it } from "vitest";
import { describeOperations, parametersIn } from "../../../api/src/fixtures/describe-operations.fixture.ts";
import { parameterSchemas } from "../../../api/src/contract/parameters.ts";
import * as routes from "../client/routes.ts";
import { pathParameters } from "../parameters/path-parameters.ts";
import { contentContract } from "./contract.ts";

const operations = { ...contentContract.operations, ...kindOperations(contentContract) };

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
