import { checkManifest } from "@plugboard/manifest";
import { describe, expect, it } from "vitest";
import { importManifest } from "./import-manifest.ts";

const theirs = `# Signs visitors in.
name: door
title: Door
description: Signs visitors in. # short
organization: acme
visibility: private
script: ./src/index.ts
scopes:
  - site:visitor:auth
  - page:feedback:read # for the report
  - space:views:read
  - site:script:inject
categories:
  - visitor-auth
contentSecurityPolicy: |
  script-src 'self';
blocks:
  - id: door
    title: Door
    description: A door.
    shiny: true
`;

describe("importManifest", () => {
  const { manifest, changes, problems } = importManifest(theirs);

  it("renames values, removes unsupported keys, and keeps the rest unchanged", () => {
    expect(manifest).toBe(`# Signs visitors in.
name: door
title: Door
description: Signs visitors in. # short
organization: acme
visibility: private
script: ./src/index.ts
scopes:
  - site:visitor:auth
  - site:views:read # for the report
  - site:script:inject
categories:
  - authenticated-access
contentSecurityPolicy: |
  script-src 'self';
blocks:
  - id: door
    title: Door
    description: A door.
`);
    expect(changes.map(({ path }) => path).toSorted()).toEqual([
      "blocks.0.shiny",
      "categories.0",
      "scopes.1",
      "scopes.2",
    ]);
  });

  it("lists the remaining problems", () => {
    expect(problems.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["internal_scope", "scopes.2"],
    ]);
    expect(checkManifest(manifest, { allowInternalScopes: true }).errors).toEqual([]);
  });

  it("changes nothing in a manifest of this platform", () => {
    const ours = manifest.replace("  - site:script:inject\n", "");
    expect(importManifest(ours)).toEqual({ manifest: ours, changes: [], problems: [] });
  });

  it.each(["", "- a list", "name: [", "scopes: 7"])("returns %j unchanged, with its problems", (text) => {
    const given = importManifest(text);
    expect([given.manifest, given.problems.length > 0]).toEqual([text, true]);
  });

  it("sets your organization everywhere", () => {
    const imported = importManifest(`${manifest}envs: { test: { organization: theirs } }\n`, {
      organization: "mine",
    });
    expect(imported.manifest).toContain("organization: mine\nvisibility");
    expect(imported.manifest).toContain("envs: { test: { organization: mine } }");
    expect(imported.changes[0]).toEqual({
      path: "organization",
      message: "acme is not your organization; mine publishes the integration.",
    });
  });

  it.each([
    ["name: Front_Door", "name: front-door"],
    ["secrets: { A_ID: op://vault/door/id }", 'secrets: { A_ID: "${{ env.A_ID }}" }'],
    ["envs: { a: { secrets: { B: op://v/b } } }", 'envs: { a: { secrets: { B: "${{ env.B }}" } } }'],
    ["externalLinks: [{ label: A, url: door.test/a }]", "url: https://door.test/a"],
    ["externalLinks: [{ label: A, url: 'mailto:a@b.test' }]", "url: 'mailto:a@b.test'"],
    [
      "externalLinks: [{ label: A, url: nowhere }, { label: B, url: b.test }]",
      "[{ label: B, url: https://b.test",
    ],
    ["icon: /door.png", "icon: ./door.png"],
    ["categories: [other, doors]", "categories: [other]"],
    [
      "configurations: { site: { properties: { a: { type: number, default: '1', title: A, description: A } } } }",
      "default: 1",
    ],
  ])("repairs %s", (line, expected) => {
    const key = `${line.split(":")[0]}:`;
    const others = manifest
      .split("\n")
      .filter((each) => !each.startsWith(key) && !each.startsWith("  - auth"));
    const imported = importManifest([line, ...others].join("\n"));
    expect(imported.manifest).toContain(expected);
    expect(imported.problems.map(({ code }) => code)).toEqual(["internal_scope"]);
  });

  it("removes keys without a value, and leaves other problems to you", () => {
    const imported = importManifest(`externalLinks:\nsummary:\nsecrets: { A-ID: plain }\n${manifest}`);
    expect(imported.manifest).not.toMatch(/^(?:externalLinks|summary)/m);
    expect(imported.problems.map(({ code }) => code).toSorted()).toEqual(["internal_scope", "invalid_id"]);
  });

  it("never shows a plain-text secret", () => {
    const imported = importManifest(`${manifest}secrets: { TOKEN: hunter2 }\n`);
    expect(JSON.stringify(imported)).not.toContain("hunter2");
  });

  it("allows settings that the manifest doesn't declare", () => {
    const settings = "configurations: { site: { properties: {} }, account: { componentId: door } }";
    const imported = importManifest(`${manifest}${settings}\n`);
    expect(imported.manifest).toContain("site: { properties: {}, internal: true }");
    expect(imported.manifest).toContain("account: { componentId: door }");
  });

  it("fills in keys that are optional on GitBook, repairs paths, and drops unknown names", () => {
    const given = importManifest(`${manifest}  - id: bell
    title: Bell
configurations:
  space:
    properties:
      channel: { type: string, completion_url: channels }
      far: { type: string, title: Far, description: "", completion_url: "https://door.test/far" }
    required: [channel, gone]
`);
    expect(given.changes.map(({ path }) => path)).toEqual([
      "blocks.1.description",
      "configurations.space.properties.channel.title",
      "configurations.space.properties.channel.description",
      "configurations.space.properties.channel.completion_url",
      "configurations.space.properties.far.description",
      "configurations.space.required.1",
    ]);
    expect(given.problems.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["internal_scope", "scopes.2"],
      ["invalid_endpoint_path", "configurations.space.properties.far.completion_url"],
    ]);
  });
});
