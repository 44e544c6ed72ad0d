import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundleIntegration } from "../../../packages/cli/src/bundle/bundle-integration.ts";
import {
  bundledScript,
  openTestRunner,
  patience,
  post,
  type TestRunner,
  textOf,
} from "../../../packages/script-runner/src/client/script-runner.fixture.ts";

// Runs the CLI's bundles in a real sandbox.

let world: TestRunner;
beforeAll(async () => {
  world = await openTestRunner();
});
afterAll(() => world.close());

/** Bundles files like `publish` and `dev`. */
async function bundle(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { module, sourceMap } = await bundleIntegration({ folder, script: "./script.ts" });
  const encoder = new TextEncoder();
  return { module: encoder.encode(module), sourceMap: encoder.encode(sourceMap) };
}

/** Bundles and runs a script that returns `value` as JSON. */
async function run(imports: string, value: string, files: Readonly<Record<string, string>> = {}) {
  const script = `${imports}\nexport default { fetch: async () => Response.json(${value}) };`;
  const target = bundledScript("bundled", await bundle({ "script.ts": script, ...files }));
  const { result } = await world.runner.describe(target, patience);
  expect(result.errorMessage).toBeUndefined();
  return JSON.parse(textOf(await post(world.runner, target)));
}

test("imports .raw files as text", async () => {
  const files = {
    "widget.raw.js": "window.alert(`hi`);",
    "widget.raw.css": "a::after { content: '\\201c' }",
    "page.raw.html": "<script>window.open()</script>",
    "parts/deep.raw.ts": "not a program",
  };
  const imports = `import js from "./widget.raw.js"; import css from "./widget.raw.css";
    import html from "./page.raw.html"; import * as deep from "./parts/deep.raw.ts"; import short from "./widget.raw";`;
  const all = await run(imports, "[js, css, html, deep.default, short]", files);
  expect(all).toEqual([...Object.values(files), files["widget.raw.js"]]);
});

test("the sandbox's globals are a worker's, not those of Node.js", async () => {
  const kinds =
    "['process', 'require', 'module', 'Buffer', 'global', 'setImmediate', 'window', 'document', 'self']";
  const value = `[${kinds}.filter((name) => typeof globalThis[name] !== "undefined"), navigator.userAgent]`;
  expect(await run("", value)).toEqual([["self"], "Cloudflare-Workers"]);
});

test("a library that looks for Node.js chooses its other branch", async () => {
  const index = `const isNode = typeof process === "object" && typeof process.versions?.node === "string";
    module.exports = isNode ? require("fs").readFileSync : "web";`;
  const files = {
    "node_modules/detects/package.json": `{"main":"index.js"}`,
    "node_modules/detects/index.js": index,
  };
  expect(await run(`import kind from "detects";`, "kind", files)).toBe("web");
});

test.each([
  [
    "worker",
    { exports: { ".": { worker: "./worker.js", node: "./node.js", default: "./other.js" } } },
    "worker",
  ],
  [
    "browser",
    { exports: { ".": { node: "./node.js", browser: "./browser.js", default: "./other.js" } } },
    "browser",
  ],
  ["the browser field", { browser: "./browser.js", module: "./node.js", main: "./node.js" }, "browser"],
  ["a browser field that omits a module", { main: "./files.js", browser: { fs: false } }, "object"],
])("packages are resolved by %s", async (_name, manifest, expected) => {
  const kinds = ["worker", "node", "browser", "other"].map((name) => [
    `node_modules/choice/${name}.js`,
    `module.exports = "${name}";`,
  ]);
  const files = {
    ...Object.fromEntries(kinds),
    "node_modules/choice/files.js": `const fs = require("fs"); module.exports = fs.readFileSync ? "files" : typeof fs;`,
    "node_modules/choice/package.json": JSON.stringify(manifest),
  };
  expect(await run(`import choice from "choice";`, "choice", files)).toBe(expected);
});

test("modules of Node.js come from the sandbox, imported and required, with and without their prefix", async () => {
  const files = {
    "node_modules/old/package.json": `{"main":"index.js"}`,
    "node_modules/old/index.js": `const Emitter = require("events"); const { createHash } = require("node:crypto");
      module.exports = [new Emitter().listenerCount("a"), createHash("sha256").update("").digest("hex").slice(0, 4)];`,
  };
  const imports = `import { Buffer } from "node:buffer"; import { join } from "path"; import old from "old";`;
  expect(await run(imports, `[Buffer.from("a").toString("hex"), join("a", "b"), ...old]`, files)).toEqual([
    "61",
    "a/b",
    0,
    "e3b0",
  ]);
});

test("a package wins over a module of Node.js of the same name", async () => {
  const files = {
    "node_modules/buffer/package.json": `{"main":"index.js"}`,
    "node_modules/buffer/index.js": `exports.Buffer = "polyfill";`,
  };
  expect(await run(`import { Buffer } from "buffer";`, "Buffer", files)).toBe("polyfill");
});

test("process.env.NODE_ENV is production", async () => {
  expect(await run("", "process.env.NODE_ENV")).toBe("production");
});

test.each([
  ["Buffer", `Buffer.from("a").toString("base64")`, "YQ=="],
  ["global", "typeof global.fetch", "function"],
  ["setImmediate", "await new Promise((resolve) => setImmediate(resolve, 1))", 1],
  ["process.nextTick", "await new Promise((resolve) => process.nextTick(resolve, 1))", 1],
  ["process.env", "[process.env.HOME ?? 0, process?.env?.HOME ?? 0, typeof process]", [0, 0, "undefined"]],
  ["process.version", "[process.version, process.versions.node ?? 0, process.platform]", ["", 0, ""]],
  ["import.meta.url", `new URL("./a", import.meta.url).href`, "file:///a"],
  [
    "caches",
    `[await caches.default.put("http://a", new Response()), await caches.default.match("http://a") ?? 0]`,
    [null, 0],
  ],
])("code that uses %s of Node.js or a worker without a check runs", async (_name, value, expected) => {
  expect(await run("", value)).toEqual(expected);
});

test("a script without Node.js globals imports none of their modules", async () => {
  const { module } = await bundle({ "script.ts": "export default { fetch: () => new Response() };" });
  expect(new TextDecoder().decode(module)).not.toMatch(/node:|caches|nextTick/);
});

test("imports documents as text, images as data URLs, and any file with ?raw", async () => {
  const files = {
    "page.css": "a {}",
    "page.html": "<p>",
    "page.svg": "<svg/>",
    "page.md": "# A",
    "page.graphql": "query { a }",
    "page.js": "throw new Error();",
  };
  const names = Object.keys(files).map((_file, index) => `file${index}`);
  const imports = Object.keys(files).map(
    (file, index) => `import file${index} from "./${file}${file.endsWith(".js") ? "?raw" : ""}";`,
  );
  const all = await run(`${imports.join("\n")} import image from "./dot.png";`, `[${names.join()}, image]`, {
    ...files,
    "dot.png": "x",
  });
  expect(all).toEqual([...Object.values(files), "data:image/png,x"]);
});

test("a missing ?raw file is reported with its position", async () => {
  await expect(bundle({ "script.ts": `import "./none.js?raw";` })).rejects.toMatchObject({
    problems: [{ path: "script.ts:1:8", message: expect.stringContaining("./none.js") }],
  });
});

test("renders JSX with the factory of the integration's tsconfig", async () => {
  const files = {
    "tsconfig.json": `{"compilerOptions":{"jsx":"react","jsxFactory":"h"}}`,
    "page.tsx": `const h = (...parts) => parts;\nexport const page = <a href="/">b</a>;`,
  };
  expect(await run(`import { page } from "./page.tsx";`, "page", files)).toEqual(["a", { href: "/" }, "b"]);
});

test.each(["node:sea", "node:nothing"])("%s is reported with its position", async (name) => {
  await expect(bundle({ "script.ts": `\nimport "${name}";` })).rejects.toMatchObject({
    code: "invalid_project",
    problems: [{ path: "script.ts:2:8", message: expect.stringContaining(`import "${name}"`) }],
  });
});
