import { describe, expect, test } from "vitest";
import { manifestPlus } from "../../test/fixtures/manifest-text.ts";
import { parseManifest } from "../checking/check-manifest.ts";
import { manifestForEnvironment } from "./resolve-secrets.ts";

const manifest = parseManifest(
  manifestPlus(
    "secrets:",
    "  A: ${{ env.A }}",
    "  B: ${{ env.B }}",
    "envs:",
    "  staging:",
    "    organization: acme-staging",
    "    visibility: unlisted",
    "    secrets:",
    "      B: ${{ env.STAGING_B }}",
    "      C: ${{ env.STAGING_C }}",
    "  empty: {}",
  ),
);

describe("manifestForEnvironment", () => {
  test("overrides organization and visibility, and merges secrets", () => {
    expect(manifestForEnvironment(manifest, "staging")).toEqual({
      name: "page-digest",
      title: "Page digest",
      description: "Posts what changed to a channel.",
      organization: "acme-staging",
      visibility: "unlisted",
      scopes: [],
      secrets: { A: "${{ env.A }}", B: "${{ env.STAGING_B }}", C: "${{ env.STAGING_C }}" },
    });
  });

  test("keeps values that an environment does not override", () => {
    const { envs: _, ...base } = manifest;
    expect(manifestForEnvironment(manifest, "empty")).toEqual(base);
  });

  test.each([
    ["stagin", 'Did you mean "staging"?'],
    ["constructor", "Write one of staging, empty."],
  ])("rejects the environment %s", (name, says) => {
    expect(() => manifestForEnvironment(manifest, name)).toThrow(says);
  });
});
