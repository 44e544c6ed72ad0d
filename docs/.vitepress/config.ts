import { existsSync, readdirSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { hashInlineScripts } from "../generator/hash-inline-scripts.ts";
import { searchOptions } from "../search/search-options.ts";

const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))?.[1] ?? file;

const pagesOf = (folder: string): { text: string; link: string }[] =>
  readdirSync(new URL(`../${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".md") && !/^(README|index)\.md$/.test(file))
    .toSorted()
    .map((file) => ({
      text: titleOf(`${folder}/${file}`),
      link: `/${folder}/${file.slice(0, -".md".length)}`,
    }));

/** Writes the hashes of the inline scripts in the built pages. The server's policy allows only these. */
async function writeInlineScripts({ outDir }: { readonly outDir: string }): Promise<void> {
  const pages: string[] = [];
  for await (const file of glob("**/*.html", { cwd: outDir }))
    pages.push(await readFile(join(outDir, file), "utf8"));
  await writeFile(join(outDir, "inline-scripts.json"), JSON.stringify(hashInlineScripts(pages)));
}

export default defineConfig({
  title: "Plugboard",
  description: "Add an integration ecosystem to your product",
  lang: "en",
  // The server serves the documentation next to the console.
  base: "/docs/",
  outDir: "dist",
  cleanUrls: true,
  // The contrast of comments is too low in the default themes.
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  buildEnd: writeInlineScripts,
  // These folders contain no pages.
  srcExclude: ["generator/**", "search/**", "test/**", "dist/**", "public/**"],
  rewrites: {
    "decisions/README.md": "decisions/index.md",
    "contributing/README.md": "contributing/index.md",
  },
  themeConfig: {
    search: { provider: "local", options: searchOptions },
    outline: [2, 3],
    nav: [
      { text: "Tutorials", link: "/tutorials/author" },
      { text: "Guides", link: "/guides/verify-a-webhook" },
      { text: "Reference", link: "/reference/" },
      { text: "HTTP API", link: "/reference/http-api/" },
    ],
    sidebar: [
      {
        text: "Five minutes",
        items: [
          { text: "Write an integration", link: "/tutorials/author" },
          { text: "Send webhooks from your product", link: "/tutorials/platform-builder" },
          { text: "Receive webhooks", link: "/tutorials/webhook-consumer" },
          { text: "Run the server", link: "/tutorials/operator" },
        ],
      },
      { text: "How it works", link: "/how-it-works" },
      { text: "Guides", items: pagesOf("guides") },
      {
        text: "Reference",
        items: [
          {
            text: "HTTP API",
            link: "/reference/http-api/",
            collapsed: true,
            items: pagesOf("reference/http-api"),
          },
          { text: "HTTP API console", link: "/http-api/index.html", target: "_self" },
          { text: "Events", link: "/reference/events" },
          { text: "Scopes", link: "/reference/scopes" },
          { text: "Errors", link: "/reference/errors" },
          { text: "Elements", link: "/reference/elements" },
          { text: "Elements, live", link: "/reference/live-elements" },
          { text: "Command line", link: "/reference/commands" },
          { text: "Reference server", link: "/reference/server" },
          { text: "Server settings", link: "/reference/settings" },
          { text: "Sending webhooks", link: "/reference/webhook-delivery-sending" },
          { text: "Operating webhook delivery", link: "/reference/webhook-delivery-operating" },
          // A collapsible group without a page renders nested buttons.
          {
            text: "Packages",
            link: "/reference/#packages",
            collapsed: false,
            items: pagesOf("reference/packages").map((item) => {
              const folder = item.link.slice(1);
              if (!existsSync(new URL(`../${folder}`, import.meta.url))) return item;
              return { ...item, collapsed: true, items: pagesOf(folder) };
            }),
          },
        ],
      },
      {
        text: "About",
        items: [
          { text: "Glossary", link: "/glossary" },
          { text: "Conformance", link: "/conformance" },
          { text: "Capacity", link: "/capacity" },
          { text: "The console compared", link: "/console-comparison" },
          {
            text: "Contributing",
            link: "/contributing/",
            collapsed: true,
            items: pagesOf("contributing"),
          },
          {
            text: "Decisions",
            link: "/decisions/",
            collapsed: true,
            items: pagesOf("decisions"),
          },
        ],
      },
    ],
  },
});
