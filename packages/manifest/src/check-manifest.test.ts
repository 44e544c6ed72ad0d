import { describe, expect, test } from "vitest";
import { unreadableManifests } from "../fixtures/unreadable-manifests.ts";
import { wrongManifests } from "../fixtures/wrong-manifests.ts";
import { checkManifest } from "./check-manifest.ts";

const table = [...wrongManifests, ...unreadableManifests];

describe("every mistake is found where it stands", () => {
  test.each(table)("$rule", ({ yaml, errors }) => {
    const checked = checkManifest(yaml);
    expect(checked.errors.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(errors);
    expect(checked.manifest).toBeUndefined();
  });
});
