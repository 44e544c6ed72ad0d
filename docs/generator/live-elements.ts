import { buildPages } from "../../packages/components-react/gallery/build-gallery.ts";
import { findFiles, readText } from "../../scripts/shared/workspace.ts";

const samples = "packages/components-react/gallery/samples";
const sampleNames = /title: "(.+)",\n +component: createComponent.*\n +componentId: "(.+)"/;

/** Builds the gallery, whose components run in the reader's browser, into a folder of the site. */
export async function writeGallery(folder: string): Promise<void> {
  await buildPages(folder, ["index.html"]);
}

/** Returns the page with every gallery component, live and with its source. */
export async function liveElementsPage(): Promise<string> {
  const sections = (await findFiles(`${samples}/*-sample.tsx`)).map(async (file) => {
    const source = await readText(file);
    const [, title, id] = sampleNames.exec(source) ?? [];
    if (title === undefined) throw new Error(`${file} has no title or componentId and cannot be shown.`);
    return [
      `## ${title}`,
      "",
      `<LiveExample id="${id}" title="${title}" />`,
      "",
      "::: details Source",
      "",
      "```tsx",
      source.replace(/^import type \{ Sample \}.*\n/m, "").trimEnd(),
      "```",
      "",
      ":::",
      "",
    ].join("\n");
  });
  return [
    "# Live elements",
    "",
    "Components as integrations write them. `@plugboard/components-react` renders them as on a page of the platform, but here they run in your",
    'browser instead of in an integration. [All components on one page](/gallery/index.html){target="_self"}; see [Elements](elements.md) for all attributes.',
    "",
    ...(await Promise.all(sections)),
  ].join("\n");
}
