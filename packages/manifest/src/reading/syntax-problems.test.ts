import { describe, expect, test } from "vitest";
import { manifestPlus } from "../../test/fixtures/manifest-text.ts";
import { yamlMistakes } from "../../test/fixtures/yaml-mistakes.ts";
import { checkManifest } from "../checking/check-manifest.ts";

describe("reports a syntax error once, at its position", () => {
  test.each(yamlMistakes)("$mistake", ({ yaml, at, says }) => {
    const { errors, warnings } = checkManifest(yaml);
    expect(errors.map(({ line, column }) => `${line}:${column}`)).toEqual([at]);
    expect(errors[0]?.code).toBe("yaml_syntax");
    expect(errors[0]?.message).toContain(says);
    expect(warnings).toEqual([]);
  });

  test.each(yamlMistakes)("with Windows line ends too: $mistake", ({ yaml, at }) => {
    const { errors } = checkManifest(yaml.replaceAll("\n", "\r\n"));
    expect(errors.map(({ line, column }) => `${line}:${column}`)).toEqual([at]);
  });

  test("reports syntax errors on several lines", () => {
    const yaml = manifestPlus("<<<<<<< mine", "target: all", "=======", "target: site", ">>>>>>> theirs");
    expect(checkManifest(yaml).errors.map(({ line }) => line)).toEqual([7, 9, 11]);
  });

  test("falls back to the message of the parser", () => {
    const yaml = manifestPlus(`? ${"k".repeat(3)}`, `${"x".repeat(1025)}: a`);
    expect(checkManifest(yaml).errors[0]?.message).toMatch(/^This is not valid YAML: .+\.$/);
  });
});
