import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command, start } from "./cli-process.ts";

const theirs = fileURLToPath(new URL("../../../packages/compat/test/integrations/poll.tsx", import.meta.url));
const manifest = `name: poll
title: Poll
description: Asks readers.
organization: acme
visibility: private
script: ./src/poll.tsx
scopes: [space:content:read, page:feedback:read, site:visitor:auth, site:script:inject]
categories: [visitor-auth]
blocks:
  - { id: poll, title: Poll, description: A question. }
`;

describe("plugboard import", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "import-"));
    await mkdir(join(folder, "theirs", "src"), { recursive: true });
    await cp(theirs, join(folder, "theirs", "src", "poll.tsx"));
    await writeFile(join(folder, "theirs", "gitbook-manifest.yaml"), manifest);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const run = async (cwd: string, ...args: readonly string[]) => {
    const env = { ...process.env, NO_COLOR: "1", HOME: folder, XDG_CONFIG_HOME: folder };
    const running = start([...command, ...args], { cwd, env });
    return { code: await running.exited, output: running.output() };
  };

  it("writes the manifest, and lists the remaining steps; the code runs unchanged", async () => {
    const imported = await run(folder, "import", "theirs");
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.output).toContain("visitor-auth is called authenticated-access here.");
    expect(imported.output).toMatch(
      /Have an operator grant this[^]*Add scripts to the sites it is installed in/,
    );
    expect(imported.output).toMatch(/src[/\\]poll\.tsx:\d+ +api\.orgs\.listSsoProviderLoginsInOrganization/);
    expect(imported.output).not.toContain("api.spaces.getCurrentRevision");

    const own = join(folder, "theirs", "service-manifest.yaml");
    await writeFile(own, (await readFile(own, "utf8")).replace(", site:script:inject", ""));
    const checked = await run(join(folder, "theirs"), "check");
    // The code handles a published script, but only the operator can grant its scope.
    expect(checked.output).toContain('fetch_published_script, which needs the scope "site:script:inject"');
    expect(checked.output).not.toContain("missing_component");
  });

  it("loads code with a package that exists only for workers", async () => {
    const library = join(folder, "worker", "node_modules", "edge-only");
    await mkdir(library, { recursive: true });
    const exports = { ".": { worker: "./worker.js" } };
    await writeFile(
      join(library, "package.json"),
      JSON.stringify({ name: "edge-only", version: "1.0.0", exports }),
    );
    await writeFile(join(library, "worker.js"), `module.exports = { name: "space_view" };\n`);
    const code = `import { createIntegration } from "@gitbook/runtime";
import { name } from "edge-only";
export default createIntegration({ events: { [name]: () => {} } });
`;
    await writeFile(join(folder, "worker", "index.ts"), code);
    await writeFile(
      join(folder, "worker", "gitbook-manifest.yaml"),
      "name: edge\ntitle: Edge\ndescription: Runs in a worker.\norganization: acme\nvisibility: private\nscript: ./index.ts\nscopes: []\n",
    );
    const { code: exitCode, output } = await run(folder, "import", "worker");
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/Runs:\s+.*space_view/)]);
  });

  it("keeps an existing manifest, and names a folder without one", async () => {
    const again = await run(folder, "import", "theirs");
    expect([again.code, again.output]).toEqual([3, expect.stringContaining("already exists")]);
    const nothing = await run(folder, "import");
    expect([nothing.code, nothing.output]).toEqual([
      3,
      expect.stringContaining("has no gitbook-manifest.yaml"),
    ]);
  });
});
