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

  it("renames words, takes out what means nothing here, and leaves the rest to the letter", () => {
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

  it("names what is left to mend", () => {
    expect(problems.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["internal_scope", "scopes.2"],
    ]);
    expect(checkManifest(manifest, { allowInternalScopes: true }).errors).toEqual([]);
  });

  it("changes nothing in a manifest of this platform", () => {
    const ours = manifest.replace("  - site:script:inject\n", "");
    expect(importManifest(ours)).toEqual({ manifest: ours, changes: [], problems: [] });
  });

  it.each(["", "- a list", "name: [", "scopes: 7"])("gives back %j with its problems", (text) => {
    const given = importManifest(text);
    expect([given.manifest, given.problems.length > 0]).toEqual([text, true]);
  });

  it("names what may be left out there, mends paths, and drops names of nothing", () => {
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
