import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { checkTree, treeLimits } from "../src/index.ts";

const packageFolder = join(import.meta.dirname, "..");
const readReadme = (): Promise<string> => readFile(join(packageFolder, "README.md"), "utf8");

it("has examples that run as written", async () => {
  // Inside the package, so that its name resolves as in an installed package.
  const folder = await mkdtemp(join(packageFolder, "readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const examples = [...(await readReadme()).matchAll(/```tsx\n(.*?)```/gs)].map(([, code = ""]) => code);
  await Promise.all(
    ["counter.tsx", "try.tsx"].map((file, index) => writeFile(join(folder, file), examples[index] ?? "")),
  );
  await build({
    entryPoints: [join(folder, "try.tsx")],
    outfile: join(folder, "try.mjs"),
    bundle: true,
    format: "esm",
    conditions: ["@plugboard/source"],
  });
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "try.mjs")]);
  expect(JSON.parse(stdout)).toEqual({
    type: "element",
    state: { count: 3 },
    props: { start: 2 },
    element: {
      type: "block",
      children: [
        { type: "text", style: "bold", children: ["Count: ", "3"] },
        { type: "button", label: "Add one", style: "primary", onPress: { action: "increment" } },
      ],
    },
  });
});

it("states the actual limits", async () => {
  const readme = await readReadme();
  const { depth, values, characters } = treeLimits;
  expect(readme).toContain(`${depth} levels of objects and lists`);
  expect(readme).toContain(`${values.toLocaleString("en")} values`);
  expect(readme).toContain(`${characters.toLocaleString("en")} characters`);
});

it("quotes an actual message", async () => {
  const tree = { type: "block", children: [{ type: "divider", size: "huge" }] };
  const [, message] = /```text\n(.*)\n```/.exec(await readReadme()) ?? [];
  expect(() => checkTree(tree)).toThrowError(expect.objectContaining({ message }));
});
