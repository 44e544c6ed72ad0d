import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPackages, findFiles, readText, root } from "../../scripts/shared/workspace.ts";
import { commandsPage } from "./commands-page.ts";
import { errorsPage } from "./errors-page.ts";
import { eventsPage } from "./events-page.ts";
import { writeHttpApiConsole } from "./http-api-console.ts";
import { httpApiPages } from "./http-api-page.ts";
import { liveElementsPage, writeGallery } from "./live-elements.ts";
import { packagePage } from "./package-page.ts";
import { scopesPage } from "./scopes-page.ts";
import { settingsPage } from "./settings-page.ts";

// Generates pages before the site is built: the HTTP API from its contract, and each package from its README
// and docstrings. Then writes all pages into one text file for language models.

const docs = join(root, "docs");
const generated = join(docs, "reference");
const assets = join(docs, "public");
/** The site's base path; keep in sync with its settings. */
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
await write(
  "reference/elements.md",
  `::::: v-pre\n${await readText("packages/components/ELEMENTS.md")}\n:::::\n`,
);
await write("reference/live-elements.md", await liveElementsPage());
await writeGallery(join(assets, "gallery"));
await write("reference/commands.md", await commandsPage());
await write("reference/settings.md", settingsPage());
await writeHttpApiConsole(join(assets, "http-api"));
for (const one of packages) {
  const name = one.folder.slice("packages/".length);
  await write(`reference/packages/${name}.md`, await packagePage(one));
}
await write(
  "reference/index.md",
  [
    "# Reference",
    "",
    '- [HTTP API](http-api/), with a [console to try it](/http-api/index.html){target="_self"}',
    "- [Events](events.md): every type, with schema and example",
    "- [Errors](errors.md): every code, with cause and fix",
    "- [Elements](elements.md) of components, with [live examples](live-elements.md)",
    "- [Command line](commands.md)",
    "- [Server settings](settings.md)",
    "- [Scopes](scopes.md): the operations and events that each one allows",
    "",
    "## Packages",
    "",
    ...packages.map(({ name, folder }) => `- [\`${name}\`](${folder}.md)`),
    "",
  ].join("\n"),
);
await cp(join(docs, "console.png"), join(assets, "console.png"));

const pages = await readPages();
const list = pages.map(({ title, link }) => `- [${title}](${link})`).join("\n");
await write("public/llms.txt", `# Plugboard\n\n> Adds an integration ecosystem to a product.\n\n${list}\n`);
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
    pages.push({ title, link: file.replace(/^docs/, base).replace(/(README|index)?\.md$/, ""), text });
  }
  return pages.toSorted((one, other) => order(one) - order(other));
}

function order({ link }: Page): number {
  return ["/tutorials", "/guides", "/glossary", "/reference", "/"].findIndex((start) =>
    link.startsWith(`${base}${start}`),
  );
}
