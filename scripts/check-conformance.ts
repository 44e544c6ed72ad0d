import { type CallExpression, type Node, Visitor } from "oxc-parser";
import { readModule } from "./shared/modules.ts";
import { findFiles, isTest, lineOf, readText, report } from "./shared/workspace.ts";

// Checks that docs/conformance.md names the tests of each rule, the security model those of each boundary, and the
// comparison of the console those of each promise. Every row needs an anchor and at least one existing test title. Comments that cite an anchor must
// cite an existing one.

const document = "docs/conformance.md";
const documents = [document, "docs/guides/security-model.md", "docs/console-comparison.md"];

interface Row {
  readonly file: string;
  readonly line: number;
  readonly anchor: string;
  readonly titles: readonly string[];
}

async function main(): Promise<void> {
  const text = await readText(document);
  const rows: Row[] = [];
  for (const file of documents) rows.push(...readRows(file, await readText(file)));
  const titles = await readTitles();
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => slug(heading));
  const anchors = new Set([...rows.map(({ anchor }) => anchor), ...headings]);
  const problems = rows.flatMap(({ file, line, anchor, titles: cited }) => {
    const place = `${file}:${line}`;
    const missing = cited.filter((title) => !titles.has(title));
    return [
      ...(anchor === "" ? [`${place}: the row has no anchor`] : []),
      ...(cited.length === 0 ? [`${place}: ${anchor} names no test`] : []),
      ...missing.map((title) => `${place}: no test is called \`${title}\`. Is it ${suggest(title, titles)}?`),
    ];
  });
  const repeated = rows.filter(({ anchor }, index) => rows.findIndex((row) => row.anchor === anchor) < index);
  problems.push(...repeated.map(({ file, line, anchor }) => `${file}:${line}: duplicate anchor ${anchor}`));
  problems.push(...(await findWrongCitations(anchors)));
  report(problems, `${rows.length} rules have tests.`);
}

/** Returns the anchor that Markdown generates for a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}

/** Returns the rows of the tables with a column for tests. */
function readRows(file: string, text: string): Row[] {
  const rows: Row[] = [];
  let inTable = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("|")) inTable = false;
    else if (line.endsWith("| tests |")) inTable = true;
    else if (inTable && !/^\|[-| ]+\|$/.test(line)) {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      const anchor = /<a id="([\w-]+)">/.exec(cells[0] ?? "")?.[1] ?? "";
      const titles = [...(cells.at(-1) ?? "").matchAll(/(`+)(.+?)\1/g)].map(([, , title = ""]) =>
        title.trim().replaceAll("\\|", "|"),
      );
      rows.push({ file, line: index + 1, anchor, titles });
    }
  }
  return rows;
}

/** Returns the titles of all tests, with and without the title of their group. */
async function readTitles(): Promise<ReadonlySet<string>> {
  const titles = new Set<string>();
  for (const file of await findFiles("{packages,apps,tests,benchmarks}/**/*.{ts,tsx}")) {
    const { parsed } = readModule(file);
    // The name of each case in a suite or table is a test title.
    if (isPartOfTests(file)) addCaseNames(file, titles);
    if (!/\.(test|test-d|conformance|fixture)\.tsx?$/.test(file)) continue;
    const groups: { readonly title: string; readonly end: number }[] = [];
    new Visitor({
      CallExpression: (node) => {
        const kind = kindOf(node);
        const title = kind === undefined ? undefined : titleOf(node);
        if (title === undefined) return;
        if (kind === "describe") {
          groups.push({ title, end: node.end });
          return;
        }
        titles.add(title);
        for (const group of groups.filter(({ end }) => end > node.start))
          titles.add(`${group.title} > ${title}`);
      },
    }).visit(parsed.program);
  }
  return titles;
}

/** Returns whether a file is a test or contains cases for one. */
function isPartOfTests(file: string): boolean {
  return isTest(file) || /\/(testing|fixtures)\/|-(contract|cases|suite)\.ts$/.test(file);
}

/**
 * Returns the Vitest function of a call such as `it("…")`, `it.skipIf(…)("…")` or `describe.each(…)("…")`.
 */
function kindOf({ callee }: CallExpression): "test" | "describe" | undefined {
  let target = callee;
  while (target.type === "CallExpression" || target.type === "MemberExpression") {
    if (target.type === "CallExpression") target = target.callee;
    else if (target.object.type === "Super") return undefined;
    else target = target.object;
  }
  if (target.type !== "Identifier") return undefined;
  if (target.name === "describe") return "describe";
  return target.name === "it" || target.name === "test" ? "test" : undefined;
}

function titleOf({ arguments: [first] }: CallExpression): string | undefined {
  if (first?.type === "Literal" && typeof first.value === "string") return first.value;
  if (first?.type !== "TemplateLiteral" || first.quasis.length !== 1) return undefined;
  return first.quasis[0]?.value.cooked ?? undefined;
}

function addCaseNames(file: string, titles: Set<string>): void {
  const add = (value: Node | null | undefined): void => {
    if (value?.type === "Literal" && typeof value.value === "string" && value.value.includes(" "))
      titles.add(value.value);
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === "Identifier" && ["name", "title", "rule"].includes(key.name)) add(value);
    },
    ArrayExpression: ({ elements }) => add(elements[0]),
  }).visit(readModule(file).parsed.program);
}

/** Returns the existing title that shares the most words with an unknown one. */
function suggest(title: string, titles: ReadonlySet<string>): string {
  const words = new Set(title.split(/\W+/));
  const share = (other: string): number => {
    const others = new Set(other.split(/\W+/));
    return words.intersection(others).size / words.union(others).size;
  };
  const [best] = [...titles].toSorted((one, other) => share(other) - share(one));
  return `\`${best}\``;
}

/** Returns the citations of unknown anchors. */
async function findWrongCitations(anchors: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  const files = await findFiles("{packages,apps,tests,benchmarks,scripts}/**/*.{ts,tsx,md}", "docs/**/*.md");
  for (const file of files) {
    const text = await readText(file);
    for (const { 1: anchor = "", index } of text.matchAll(/conformance\.md#([\w-]+)/g)) {
      if (!anchors.has(anchor)) problems.push(`${file}:${lineOf(text, index)}: ${document} has no ${anchor}`);
    }
  }
  return problems;
}

await main();
