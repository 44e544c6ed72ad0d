import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Bundle, bundleIntegration } from "./bundle-integration.ts";

it.each([
  ["@plugboard/runtime", "Run `npm install`. package.json must list the package of @plugboard/runtime."],
  ["./missing.ts", undefined],
])("names the fix if %s cannot be resolved", async (imported, next) => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "integration.ts"), `export { integration } from "${imported}";\n`);
  await expect(bundleIntegration({ folder, script: "./integration.ts" })).rejects.toMatchObject({
    code: "invalid_project",
    next,
    message: expect.not.stringContaining("as external"),
  });
});

/** Writes the files of an integration's folder, and bundles `integration.ts`. */
async function bundle(files: Readonly<Record<string, string>>): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return await bundleIntegration({ folder, script: "./integration.ts" });
}

const bundleFiles = async (files: Readonly<Record<string, string>>) => (await bundle(files)).module;

const exported = "export const integration = { fetch: () => new Response(String(imported)) };\n";

it.each(["js", "css", "html"])("imports *.raw.%s as text", async (extension) => {
  const module = await bundleFiles({
    "integration.ts": `import imported from "./widget.raw.${extension}";\n${exported}`,
    [`widget.raw.${extension}`]: "window.location = '<TO_REPLACE>'; @media {} <b>",
  });
  expect(module).toContain(`"window.location = '<TO_REPLACE>'; @media {} <b>"`);
});

it.each([
  ["the condition workerd", { exports: { workerd: "./chosen.js", default: "./other.js" } }],
  ["the condition worker", { exports: { worker: "./chosen.js", default: "./other.js" } }],
  ["the condition browser", { exports: { browser: "./chosen.js", default: "./other.js" } }],
  ["the field browser", { browser: "./chosen.js", main: "./other.js" }],
  ["the field module", { module: "./chosen.js", main: "./other.js" }],
  [
    "a file that the field browser replaces",
    { browser: { "./other.js": "./chosen.js" }, main: "./other.js" },
  ],
] as const)("resolves packages by %s", async (_name, fields) => {
  const module = await bundleFiles({
    "integration.ts": `import imported from "library";\n${exported}`,
    "node_modules/library/package.json": JSON.stringify({ name: "library", version: "1.0.0", ...fields }),
    "node_modules/library/chosen.js": `export default "chosen";\n`,
    "node_modules/library/other.js": `module.exports = "other";\n`,
  });
  expect(module).toContain('"chosen"');
  expect(module).not.toContain('"other"');
});

it.each([
  ["import imported from 'node:crypto'", "node:crypto"],
  ["import imported from 'crypto'", "node:crypto"],
  ["const imported = require('stream/web')", "node:stream/web"],
])("leaves Node.js modules to the sandbox: %s", async (statement, external) => {
  const module = await bundleFiles({ "integration.ts": `${statement};\n${exported}` });
  expect(module).toMatch(new RegExp(`from "${external}"`));
  expect(module).not.toMatch(/\brequire\(/);
});

it("prefers an npm package to the Node.js module of the same name", async () => {
  const module = await bundleFiles({
    "integration.ts": `import imported from "buffer";\n${exported}`,
    "node_modules/buffer/package.json": JSON.stringify({ name: "buffer", main: "./index.js" }),
    "node_modules/buffer/index.js": `module.exports = "polyfill";\n`,
  });
  expect(module).toContain('"polyfill"');
});

it("warns about modules of the author's own code whose functions throw in the sandbox", async () => {
  const { warnings } = await bundle({
    "integration.ts": `import imported from "library";\nimport { readFile } from "node:fs/promises";\n${exported}readFile("a");\n`,
    "node_modules/library/package.json": JSON.stringify({ name: "library", main: "./index.js" }),
    "node_modules/library/index.js": `module.exports = require("node:fs");\n`,
  });
  expect(warnings).toEqual([
    `integration.ts:2:26: "node:fs/promises" needs files, which published scripts don't have: its functions work in \`plugboard dev\`, but throw in the sandbox.`,
  ]);
});

it("names a Node.js module that the sandbox lacks", async () => {
  await expect(
    bundleFiles({ "integration.ts": `import imported from "node:sea";\n${exported}` }),
  ).rejects.toMatchObject({
    problems: [
      {
        path: "integration.ts:1:22",
        message: 'Published scripts cannot import "node:sea": the sandbox has no such Node.js module.',
      },
    ],
  });
});
