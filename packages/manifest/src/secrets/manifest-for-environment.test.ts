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
  test("replaces organization and visibility, and lays secrets over the others", () => {
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

  test("changes nothing that an environment does not name", () => {
    const { envs: _, ...base } = manifest;
    expect(manifestForEnvironment(manifest, "empty")).toEqual(base);
  });

  test.each([
    ["stagin", 'Did you mean "staging"?'],
    ["constructor", "Write one of staging, empty."],
  ])("knows no environment %s", (name, says) => {
    expect(() => manifestForEnvironment(manifest, name)).toThrow(says);
  });
});
