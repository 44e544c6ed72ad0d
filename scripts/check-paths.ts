import { Visitor } from "oxc-parser";
import * as routes from "../packages/api/src/contract/routes.ts";
import { readModule } from "./shared/modules.ts";
import { findFiles, lineOf, report } from "./shared/workspace.ts";

// Checks that the paths of the HTTP API are only written in the contract and the routes generated from it. Other code refers to an
// operation by its route, so that it follows when a path changes.

const home = "packages/api/src/contract/";
/** Generated from the contract, as are the routes there: the operations that a product's kinds give more fields. */
const generated = "packages/content/src/client/";

// Replaces `${…}` in templates.
const hole = "…";

const patterns = [...new Set(Object.values(routes).map(({ path }) => path))].map(
  (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
);

async function main(): Promise<void> {
  const files = (await findFiles("{packages,apps}/**/*.{ts,tsx}")).filter(
    (file) => !file.startsWith(home) && !file.startsWith(generated),
  );
  report(files.flatMap(findPaths), `The ${patterns.length} paths of the HTTP API are written once.`);
}

function findPaths(file: string): string[] {
  const { parsed, text } = readModule(file);
  const problems: string[] = [];
  const check = (value: string, offset: number): void => {
    if (isPath(value, file))
      problems.push(`${file}:${lineOf(text, offset)}: ${value} is a path of the HTTP API`);
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === "string") check(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => check(quasis.map(({ value }) => value.raw).join(hole), start),
  }).visit(parsed.program);
  return problems;
}

/** Returns whether a string is a path of the API: with its version, or long enough to be unambiguous. */
function isPath(text: string, file: string): boolean {
  const withoutOrigin = text.replace(/^(https?:\/\/[^/]+|…)(?=\/)/, "").replace(/\?.*$/s, "");
  const path = withoutOrigin.replace(/^\/v1(?=\/)/, "");
  const isVersioned = path !== withoutOrigin;
  // The console's own pages have similar paths.
  if (!isVersioned && (path.split("/").length < 4 || file.startsWith("apps/console/"))) return false;
  return patterns.some((pattern) => pattern.test(path));
}

await main();
