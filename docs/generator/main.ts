import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPackages, findFiles, readText, root } from "../../scripts/shared/workspace.ts";
import { commandsPage } from "./commands-page.ts";
import { errorsPage } from "./errors-page.ts";
import { eventsPage } from "./events-page.ts";
import { writeHttpApiConsole } from "./http-api-console.ts";
import { httpApiPages } from "./http-api-page.ts";
import { liveElementsPage, writeGallery } from "./live-elements.ts";
import { linkToPages, outsidePages } from "./link-to-pages.ts";
import { packagePages } from "./package-page.ts";
import { scopesPage } from "./scopes-page.ts";
import { settingsPage } from "./settings-page.ts";

// Generates pages from the code before the site is built: the HTTP API from its contract, and each package from its
// README and docstrings. Then writes every page as Markdown, with an index, for language models.

const docs = join(root, "docs");
const generated = join(docs, "reference");
const assets = join(docs, "public");
/** The base path of the site, as in its configuration. */
const base = "/docs";

interface Page {
  readonly title: string;
  readonly link: string;
  readonly text: string;
}

await rm(generated, { recursive: true, force: true });
await rm(assets, { recursive: true, force: true });
const packages = (await readPackages("packages/*")).filter(({ manifest }) => manifest.private !== true);
for (const [name, text] of Object.entries(httpApiPages())) await write(`reference/http-api/${name}.md`, text);
await write("reference/scopes.md", scopesPage());
await write("reference/events.md", eventsPage());
await write("reference/errors.md", errorsPage());
for (const [file, page] of Object.entries(outsidePages)) {
  const text = linkToPages(await readText(file), dirname(file));
  await write(`${page}.md`, `::::: v-pre\n${text}\n:::::\n`);
}
await write("reference/live-elements.md", await liveElementsPage());
await writeGallery(join(assets, "gallery"));
await write("reference/commands.md", await commandsPage());
await write("reference/settings.md", settingsPage());
await writeHttpApiConsole(join(assets, "http-api"));
for (const one of packages) {
  for (const [path, text] of Object.entries(await packagePages(one)))
    await write(`reference/packages/${path}.md`, text);
}
await write(
  "reference/index.md",
  [
    "# Reference",
    "",
    '- [The HTTP API](http-api/), and [a page for trying it](/http-api/index.html){target="_self"}',
    "- [Events](events.md): every type, with schema and example",
    "- [Errors](errors.md): every code, with cause and fix",
    "- [Elements](elements.md) that components render, and [live examples](live-elements.md) of them",
    "- [Command line](commands.md)",
    "- [Reference server](server.md), and its [settings](settings.md)",
    "- Webhook delivery: [sending](webhook-delivery-sending.md) and [operating](webhook-delivery-operating.md)",
    "- [Scopes](scopes.md): the operations and events that each scope allows",
    "",
    "## Packages",
    "",
    ...packages.map(({ name, folder }) => `- [\`${name}\`](${folder}.md)`),
    "",
  ].join("\n"),
);
await cp(join(docs, "console.png"), join(assets, "console.png"));
await cp(join(docs, "console-pictures"), join(assets, "console-pictures"), { recursive: true });

const pages = await readPages();
for (const { link, text } of pages) await write(`public${link.slice(base.length)}.md`, text);
await write("public/llms.txt", llmsIndex());
await write("public/llms-full.txt", pages.map(({ text }) => text).join("\n\n---\n\n"));
const made = pages.filter(({ link }) => link.includes("/reference/")).length;
console.log(`${pages.length} pages, ${made} of them generated from the code.`);

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(docs, file)), { recursive: true });
  await writeFile(join(docs, file), text);
}

/** Returns all pages except the front page, tutorials first. */
async function readPages(): Promise<Page[]> {
  const files = await findFiles(
    "docs/tutorials/*.md",
    "docs/guides/*.md",
    "docs/*.md",
    "docs/decisions/*.md",
    "docs/reference/**/*.md",
  );
  const pages: Page[] = [];
  for (const file of files.filter((one) => one !== "docs/index.md")) {
    const text = await readText(file);
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
    const link = file
      .replace(/^docs/, base)
      .replace(/\.md$/, "")
      .replace(/\/README$/, "/index");
    pages.push({ title, link, text });
  }
  return pages.toSorted((one, other) => order(one) - order(other));
}

function order({ link }: Page): number {
  return ["/tutorials", "/guides", "/glossary", "/reference", "/"].findIndex((start) =>
    link.startsWith(`${base}${start}`),
  );
}

/** Lists all pages by section, each with its first sentence, as llmstxt.org describes. */
function llmsIndex(): string {
  const sections = Map.groupBy(pages, ({ link }) => sectionOf(link));
  return [
    "# Plugboard",
    "",
    "> Plugboard adds an integration ecosystem to a product: manifests, event handlers, UI components, OAuth and signed webhooks.",
    "",
    ...[...sections].flatMap(([name, own]) => [
      `## ${name}`,
      "",
      ...own.map(({ title, link, text }) => `- [${title}](${link}.md)${descriptionOf(text)}`),
      "",
    ]),
  ].join("\n");
}

function sectionOf(link: string): string {
  const [, folder = "About"] = /^\/docs\/(tutorials|guides|reference|decisions)\//.exec(link) ?? [];
  return folder.slice(0, 1).toUpperCase() + folder.slice(1);
}

/** Returns the first sentence of a page's text. */
function descriptionOf(text: string): string {
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[A-Z`@[]/.test(part)) ?? "";
  const [, sentence = ""] =
    /^(.+?[.:])(?:\s|$)/s.exec(paragraph.replaceAll(/\]\([^)]*\)|\[/g, "]").replaceAll("]", "")) ?? [];
  return sentence === "" ? "" : `: ${sentence.replaceAll(/\s+/g, " ").replace(/:$/, ".")}`;
}
