import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser, serveFolder } from "@plugboard/test-browser";
import { build, type Plugin } from "vite";
import { expect, onTestFinished, test } from "vitest";
import type { ComponentEvent } from "../src/index.ts";
import { renderSample } from "./render-sample.ts";
import { buttonSample } from "./samples/button-sample.tsx";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(join(packageFolder, "README.md"), "utf8");
const tokens = await readFile(join(packageFolder, "src/styles/tokens.css"), "utf8");

/** Uses the README's example as a module of the gallery. */
function readmeExample(code: string): Plugin {
  const file = join(packageFolder, "gallery/readme-example.tsx");
  return {
    name: "readme-example",
    enforce: "pre",
    resolveId: (id) => (id.endsWith("/readme-example.tsx") ? file : null),
    load: (id) => (id === file ? code : null),
  };
}

async function buildExample(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), "plugboard-readme-"));
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  const code = /```tsx\n([^]*?)```/.exec(readme)?.[1] ?? "";
  await build({
    configFile: join(packageFolder, "vite.config.ts"),
    logLevel: "error",
    plugins: [readmeExample(code)],
    resolve: {
      alias: [
        { find: /^@plugboard\/components-react$/, replacement: join(packageFolder, "src/index.ts") },
        {
          find: /^@plugboard\/components-react\/styles.css$/,
          replacement: join(packageFolder, "src/styles/index.css"),
        },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(packageFolder, "gallery/readme.html") },
    },
  });
  return outDir;
}

test("the README's example shows a component and performs its action", async () => {
  const [folder, browser] = await Promise.all([buildExample(), launchBrowser()]);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await serveFolder(page.context(), "http://gallery.test", folder);
  await page.route("http://gallery.test/components", async (route) => {
    const event: ComponentEvent = route.request().postDataJSON();
    const { componentId } = buttonSample.component;
    await route.fulfill({ json: await renderSample([buttonSample], { ...event, componentId }) });
  });
  await page.goto("http://gallery.test/readme.html");

  await page.getByRole("button", { name: "Add one" }).click();

  await page.getByText("Pressed 1 times").waitFor();
  const button = page.getByRole("button", { name: "Add one" });
  expect(await button.evaluate((node) => getComputedStyle(node).borderRadius)).toBe("8px");
});

test("the README names every variable of the stylesheet, and no other", () => {
  const namesIn = (text: string): string[] => [...new Set(text.match(/--plugboard-[a-z-]+/g))].sort();
  expect(namesIn(readme)).toEqual(namesIn(tokens).filter((name) => name !== "--plugboard-"));
});
