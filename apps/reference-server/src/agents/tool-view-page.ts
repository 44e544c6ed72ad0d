import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { html, raw } from "hono/html";

/** The tools that a view calls through the agent's host. */
export const viewTools = { render: "render_component", use: "use_component" } as const;

/** The built view of tools. */
export interface ToolViewFiles {
  readonly script: string;
  readonly styles: string;
}

/** The result that a view shows. */
interface ShownComponent {
  /** A tool that has the component. */
  readonly tool: string;
  readonly componentId: string;
  readonly title: string;
}

/** Creates a function that reads the view from the built `apps/site`, once it is built. */
export function createToolViewReader(siteDir: string): () => Promise<ToolViewFiles | undefined> {
  let files: ToolViewFiles | undefined;
  const read = async (name: string) => await readFile(join(siteDir, name), "utf8").catch(() => undefined);
  return async () => {
    if (files !== undefined) return files;
    const [script, styles] = await Promise.all([read("tool-view.js"), read("tool-view.css")]);
    if (script !== undefined && styles !== undefined) files = { script, styles };
    return files;
  };
}

/** Returns a self-contained page that shows a tool's results. */
export async function renderToolView(
  { script, styles }: ToolViewFiles,
  { tool, componentId, title }: ShownComponent,
): Promise<string> {
  // The built files are ours. Only the end tag of their element could end them early.
  const inlineScript = raw(script.replaceAll(/<\/(?=script)/gi, String.raw`<\/`));
  const inlineStyles = raw(styles.replaceAll(/<\/(?=style)/gi, String.raw`<\/`));
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <style>${inlineStyles}</style>
  </head>
  <body>
    <div data-tool="${tool}" data-component="${componentId}" data-render-tool="${viewTools.render}" data-use-tool="${viewTools.use}"></div>
    <script type="module">${inlineScript}</script>
  </body>
</html>`;
  return page.toString();
}
