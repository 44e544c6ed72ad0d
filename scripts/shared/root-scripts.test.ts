import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./workspace.ts";

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8"),
);

// In a fresh clone, no program is installed, and the system's Node may be too old for TypeScript.
test.each(Object.entries(scripts))("pnpm %s installs the workspace first", (_name, script) => {
  const [first = ""] = script.split(" && ");
  expect(first).toMatch(/^node scripts\/(install|run|start)\.mjs\b/);
});
