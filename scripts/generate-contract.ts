import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyOperation } from "../packages/api/src/contract/operation.ts";
import { operations } from "../packages/api/src/contract/operations.ts";
import { sessionOperations } from "../packages/api/src/contract/session.ts";
import { report, root } from "./shared/workspace.ts";

// Writes the parts of `@plugboard/api` that follow from its declarations. With `--check` it compares the committed files instead.

const declared: readonly AnyOperation[] = [
  ...Object.values<AnyOperation>(operations),
  ...Object.values<AnyOperation>(sessionOperations),
];

const notice = "// Generated from the declarations in this folder: `npm run generate`. Do not edit.\n\n";

const files: Readonly<Record<string, string>> = {
  "packages/api/src/contract/routes.ts": notice + declared.map(printRoute).join(""),
};

/** A route is free of schemas, so that a bundle carries only the routes it calls. */
function printRoute({ id, method, path, summary }: AnyOperation): string {
  const route = JSON.stringify({ id, method, path });
  return `/** ${summary}. */\nexport const ${id} = ${route} as const;\n`;
}

function format(file: string, text: string): string {
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

const problems: string[] = [];
for (const [file, text] of Object.entries(files)) {
  const formatted = format(file, text);
  const path = join(root, file);
  if (!process.argv.includes("--check")) writeFileSync(path, formatted);
  else if (readFileSync(path, "utf8") !== formatted)
    problems.push(`${file} differs from the declarations: run \`npm run generate\``);
}
report(problems, `${Object.keys(files).length} generated files match the declarations.`);
