import { Visitor } from "oxc-parser";
import { readModule } from "./shared/modules.ts";
import { findFiles, isTest, lineOf, report } from "./shared/workspace.ts";

// Checks that the core knows no product: its identifiers, and strings that name tables, columns, kinds,
// fields and scopes, contain no term of the documentation product.

const core = "packages/{api,manifest,platform,webhook-delivery}/src/**/*.ts";

const terms: ReadonlySet<string> = new Set(["space", "spaces", "site", "sites", "visitor", "visitors"]);
/** A term of the web: the attribute of a cookie. */
const webTerms: ReadonlySet<string> = new Set(["sameSite"]);
const scopePattern = /\b(?:conversations|openapi|site|space|visitor):[a-z][a-z:]*/g;
// A page of a list is the core's own.
const pagePattern =
  /(?:^|_)(?:pages|page_(?:ids?|urls?|views?|versions?|drafts?|conditions?|characters))(?:_|$)/;

async function main(): Promise<void> {
  const files = (await findFiles(core)).filter((file) => !isTest(file));
  report(files.flatMap(findTerms), `${files.length} files of the core name no product.`);
}

function findTerms(file: string): string[] {
  const { parsed, text } = readModule(file);
  const places = new Map<string, string>();
  const add = (name: string, start: number): void => {
    const place = `${file}:${lineOf(text, start)}`;
    places.set(`${place} ${name}`, `${place}: ${name} is a term of the documentation product`);
  };
  const check = (name: string, start: number): void => {
    if (!webTerms.has(name) && isTerm(name)) add(name, start);
  };
  const checkText = (value: string, start: number): void => {
    if (/^[\w.]+$/.test(value)) return check(value, start);
    for (const [scope] of value.matchAll(scopePattern)) add(scope, start);
    // The columns of SQL statements.
    for (const [name] of value.matchAll(/[a-z]+(?:_[a-z]+)+/g)) check(name, start);
  };
  new Visitor({
    Identifier: ({ name, start }) => check(name, start),
    Literal: ({ value, start }) => {
      if (typeof value === "string") checkText(value, start);
    },
    TemplateElement: ({ value, start }) => checkText(value.raw, start),
  }).visit(parsed.program);
  return [...places.values()];
}

/** Returns whether a name contains a term, in camel or snake case. */
function isTerm(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(".", "_")
    .toLowerCase();
  return words.split("_").some((word) => terms.has(word)) || pagePattern.test(words);
}

await main();
