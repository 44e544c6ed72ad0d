import { Visitor } from "oxc-parser";
import { readModule } from "./shared/modules.ts";
import { findFiles, isTest, lineOf, report } from "./shared/workspace.ts";

// Checks that the core knows no product: its identifiers, and strings that name tables, columns, kinds and
// fields, contain no term of the documentation product. The listed files still do. The list only gets shorter.

const core = "packages/{platform,webhook-delivery}/src/**/*.ts";

/** The files with terms of the documentation product. */
const remaining: readonly string[] = [
  "packages/platform/src/common/platform-urls.ts",
  "packages/platform/src/delivery/transform-webhook.ts",
  "packages/platform/src/dispatch/dispatch-site-request.ts",
  "packages/platform/src/endpoints/api/endpoint-handlers.ts",
  "packages/platform/src/index.ts",
  "packages/platform/src/public-endpoints/connect-callback.ts",
  "packages/platform/src/public-endpoints/create-public-endpoints.ts",
  "packages/platform/src/testing/contract-integration.ts",
  "packages/platform/src/testing/integration-runner-contract.ts",
];

const terms: ReadonlySet<string> = new Set(["space", "spaces", "site", "sites", "visitor", "visitors"]);
/** A term of the web: the attribute of a cookie. */
const webTerms: ReadonlySet<string> = new Set(["sameSite"]);
// A page of a list is the core's own.
const pagePattern =
  /(?:^|_)(?:pages|page_(?:ids?|urls?|views?|versions?|drafts?|conditions?|characters))(?:_|$)/;

async function main(): Promise<void> {
  const files = (await findFiles(core)).filter((file) => !isTest(file));
  const found = new Map(files.map((file) => [file, findTerms(file)]));
  const problems = [...found].flatMap(([file, places]) => (remaining.includes(file) ? [] : places));
  const clean = remaining.filter((file) => (found.get(file) ?? []).length === 0);
  report(
    [
      ...problems,
      ...clean.map((file) => `${file}: has no such names, remove it from the list in check-names.ts`),
    ],
    `${files.length - remaining.length} of ${files.length} files of the core name no product.`,
  );
}

function findTerms(file: string): string[] {
  const { parsed, text } = readModule(file);
  const places = new Map<string, string>();
  const check = (name: string, start: number): void => {
    if (webTerms.has(name) || !isTerm(name)) return;
    const place = `${file}:${lineOf(text, start)}`;
    places.set(`${place} ${name}`, `${place}: ${name} is a term of the documentation product`);
  };
  const checkText = (value: string, start: number): void => {
    if (/^[\w.]+$/.test(value)) return check(value, start);
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
