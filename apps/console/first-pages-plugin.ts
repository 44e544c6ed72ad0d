import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type * as FirstPages from "./src/render-first-page.tsx";

/** The chunks of a page's first view. */
const chunks: Readonly<Record<string, readonly string[]>> = {
  "/deliveries": ["deliveries", "delivery-list"],
};

/** The pages of consoles of other products, which `createConsole` fills. The shell is a page outside the navigation. */
const hostedPages: Readonly<Record<string, string>> = {
  "shell.html": "/account",
  "deliveries.html": "/deliveries",
};

/**
 * Writes the HTML of pages for browsers with a session, such as `pages/deliveries.html`: `index.html` with the page
 * before its data, and its styles and scripts.
 */
export const firstPages: Plugin = {
  name: "first-pages",
  apply: "build",
  async writeBundle({ dir = "dist" }, bundle) {
    const { paths, renderFirstPage, renderHostedPage } = await importRenderer();
    const index = await readFile(join(dir, "index.html"), "utf8");
    const write = async (file: string, path: string, rendered: string, chunk: string): Promise<void> => {
      const title = /^<title>.*?<\/title>/.exec(rendered)?.[0] ?? "";
      if (path in chunks && title === "") throw new Error(`${path} can't be rendered without a browser.`);
      const files = listFiles(bundle, ["shell", chunk, ...(chunks[path] ?? [])]);
      // The form works once the styles have arrived, so they come before the scripts.
      const own = files.filter((file) => !index.includes(file)).map(toElement);
      const styles = index.match(/<link rel="stylesheet".*?>/g) ?? [];
      const html = styles
        .reduce((page, style) => page.replace(style, ""), index)
        .replace(/<title>.*?<\/title>/, (plain) => (title || plain) + [...styles, ...own].join(""))
        .replace(
          '<div id="root">',
          (root) => `<div id="first-page">${rendered.slice(title.length)}</div>${root}`,
        );
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), html);
    };
    for (const path of paths) {
      const file = join("pages", path === "/" ? "index.html" : `${path}.html`);
      await write(file, path, await renderFirstPage(path), "content");
    }
    for (const [file, path] of Object.entries(hostedPages))
      await write(join("hosted", file), path, await renderHostedPage(path), "read-console-product");
  },
};

/** Replaces styles, which the build has already written. */
const withoutStyles: Plugin = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : undefined),
  load: (id) => (id === "\0no-styles" ? "" : undefined),
};

/** Loads the console's components into this process, which has no window. */
async function importRenderer(): Promise<typeof FirstPages> {
  const { module } = await runnerImport<typeof FirstPages>("./src/render-first-page.tsx", {
    root: import.meta.dirname,
    configFile: false,
    mode: "production",
    logLevel: "error",
    plugins: [withoutStyles],
    define: {
      "location.pathname": '"/"',
      "location.search": '""',
      "location.hash": '""',
      "document.documentElement.dataset": "({})",
      "window.matchMedia": "(() => new EventTarget())",
    },
    environments: {
      inline: {
        resolve: {
          conditions: ["@plugboard/source", "module", "development|production"],
          noExternal: [/^@plugboard\//],
        },
      },
    },
  });
  return module;
}

/** Returns the styles and then the scripts of chunks, with everything that they import. */
function listFiles(bundle: Rolldown.OutputBundle, names: readonly string[]): readonly string[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || scripts.has(file)) return;
    chunk.imports.forEach(visit);
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === "chunk" && names.includes(chunk.name)) visit(file);
  return [...styles, ...scripts];
}

function toElement(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}
