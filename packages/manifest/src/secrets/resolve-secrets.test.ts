import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ManifestError } from "../model/manifest-error.ts";
import { type EnvironmentVariables, resolveSecrets } from "./resolve-secrets.ts";

function failureOf(
  secrets: Readonly<Record<string, string>>,
  env: EnvironmentVariables,
): ManifestError | undefined {
  try {
    resolveSecrets({ secrets }, env);
    return undefined;
  } catch (error) {
    if (error instanceof ManifestError) return error;
    throw error;
  }
}

describe("resolveSecrets", () => {
  test("replaces expressions, also inside longer texts", () => {
    const secrets = {
      ID: "${{ env.ID }}",
      AUTH: "Basic ${{env.USER}}:${{  env.PASSWORD  }}!",
      TWICE: "${{ env.ID }}${{ env.ID }}",
    };
    expect(resolveSecrets({ secrets }, { ID: "a", USER: "b", PASSWORD: "c", OTHER: "d" })).toEqual({
      ID: "a",
      AUTH: "Basic b:c!",
      TWICE: "aa",
    });
  });

  test("returns an empty object without secrets", () => {
    expect(resolveSecrets({}, {})).toEqual({});
  });

  test("does not expand values again or treat them as patterns", () => {
    const env = { A: "${{ env.B }}", B: "$& $1 $$" };
    expect(resolveSecrets({ secrets: { A: "${{ env.A }}", B: "${{ env.B }}" } }, env)).toEqual({
      A: "${{ env.B }}",
      B: "$& $1 $$",
    });
  });

  test("lists all missing variables with the secrets that need them", () => {
    const secrets = {
      A: "${{ env.ONE }}${{ env.TWO }}",
      B: "${{ env.TWO }}",
      C: "${{ env.THREE }}",
      D: "${{ env.FOUR }}",
    };
    const error = failureOf(secrets, { FOUR: "set", THREE: "" });
    expect(error).toMatchObject({ code: "missing_variables", variables: ["ONE", "TWO", "THREE"] });
    expect(error?.message).toBe(
      "Set 3 environment variables that secrets need: ONE (for A), TWO (for A, B), THREE (for C).",
    );
  });

  test("ignores inherited properties", () => {
    expect(failureOf({ A: "${{ env.constructor }}${{ env.__proto__ }}" }, {})?.variables).toEqual([
      "constructor",
      "__proto__",
    ]);
  });

  test("never shows a value", () => {
    const name = fc.constantFrom("A", "B", "C");
    const value = fc.string({ minLength: 12, maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(name, value), (env) => {
        const error = failureOf({ S: "x${{ env.A }}${{ env.B }}", T: "${{ env.C }}${{ env.MISSING }}" }, env);
        const said = `${error?.message} ${error?.stack} ${JSON.stringify(error)}`;
        for (const secret of Object.values(env)) expect(said.includes(secret)).toBe(false);
      }),
    );
  });
});
