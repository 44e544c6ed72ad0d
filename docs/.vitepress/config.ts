import { readdirSync, readFileSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { hashInlineScripts } from "../generator/hash-inline-scripts.ts";

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

/** Says, beside the built pages, which inline scripts they hold: the server's policy lets these run and no others. */
async function writeInlineScripts({ outDir }: { readonly outDir: string }): Promise<void> {
  const pages: string[] = [];
  for await (const file of glob("**/*.html", { cwd: outDir }))
    pages.push(await readFile(join(outDir, file), "utf8"));
  await writeFile(join(outDir, "inline-scripts.json"), JSON.stringify(hashInlineScripts(pages)));
}

export default defineConfig({
  title: "Plugboard",
  description: "Let your product grow an integration ecosystem",
  lang: "en",
  // Where the server has them, beside the console.
  base: "/docs/",
  outDir: "dist",
  cleanUrls: true,
  // Those that VitePress takes else have comments of too little contrast.
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  buildEnd: writeInlineScripts,
  // What is generated is listed in .gitignore; package.json and the like are no pages.
  srcExclude: ["generator/**", "test/**", "dist/**"],
  rewrites: { "decisions/README.md": "decisions/index.md" },
  themeConfig: {
    search: { provider: "local" },
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
          { text: "HTTP API, to try", link: "/http-api/index.html", target: "_self" },
          { text: "Events", link: "/reference/events" },
          { text: "Scopes", link: "/reference/scopes" },
          { text: "Errors", link: "/reference/errors" },
          { text: "Elements", link: "/reference/elements" },
          { text: "Elements, live", link: "/reference/live-elements" },
          { text: "Command line", link: "/reference/commands" },
          { text: "Settings of the server", link: "/reference/settings" },
          // A group that folds needs a page of its own, else it is a button around a button.
          {
            text: "Packages",
            link: "/reference/#packages",
            collapsed: false,
            items: pagesOf("reference/packages"),
          },
        ],
      },
      {
        text: "About",
        items: [
          { text: "Glossary", link: "/glossary" },
          { text: "Conformance", link: "/conformance" },
          { text: "Capacity", link: "/capacity" },
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
