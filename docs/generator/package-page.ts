import { dirname } from "node:path";
import {
  type ExportedName,
  readDocstring,
  readEntries,
  readSignature,
} from "../../scripts/shared/exports.ts";
import { readText, type WorkspacePackage } from "../../scripts/shared/workspace.ts";
import { documentedOperations } from "./documented-operations.ts";
import { linkToPages } from "./link-to-pages.ts";

/** A package with more exports than this has a page for each of its folders. */
const maxNames = 60;

interface Topic {
  readonly title: string;
  readonly path: string;
  readonly names: readonly ExportedName[];
}

/**
 * Returns the pages of a package by their paths under `reference/packages`: its README and every exported name
 * with docstring and signature. Large packages have pages by topic.
 */
export async function packagePages(one: WorkspacePackage): Promise<Record<string, string>> {
  const name = one.folder.slice("packages/".length);
  const topics = readEntries(one).map(({ path, names }) => ({
    title: `${one.name}${path.slice(1)}`,
    path,
    names,
  }));
  const readme = linkToPages(await readText(`${one.folder}/README.md`), one.folder);
  const isLarge = topics.reduce((total, { names }) => total + names.length, 0) > maxNames;
  if (!isLarge) return { [name]: verbatim([readme, "", ...topics.map(section)]) };
  const pages = topics.flatMap(splitByFolder);
  const list = pages.map(({ title, path, names }) => {
    const shown = names.slice(0, 6).map((exported) => `\`${exported.name}\``);
    return `- [${title}](${name}/${path}.md): ${shown.join(", ")}${names.length > shown.length ? " …" : ""}`;
  });
  return {
    [name]: verbatim([readme, "", "## Reference", "", ...list]),
    ...Object.fromEntries(
      pages.map(({ title, path, names }) => [
        `${name}/${path}`,
        verbatim([
          `# ${title}`,
          "",
          `Exported by \`${title.split(": ")[0]}\`. See the [package](../${name}.md).`,
          "",
          ...names.map((exported) => describe(exported, "##", exported.name)),
        ]),
      ]),
    ),
  };
}

function splitByFolder({ title, path, names }: Topic): Topic[] {
  const entry = path.replaceAll(/[^a-z]+/g, "");
  const groups = Map.groupBy(names, ({ module }) => dirname(module.file).split("/src")[1]?.slice(1) ?? "");
  return [...groups].map(([folder, own]) => ({
    title: groups.size === 1 ? title : `${title}: ${folder === "" ? "entry" : folder}`,
    path: [entry, ...(groups.size === 1 && entry !== "" ? [] : [folder.replaceAll("/", "-") || "main"])]
      .filter(Boolean)
      .join("-"),
    names: own,
  }));
}

function section({ title, path, names }: Topic): string {
  const own = names.map((exported) => describe(exported, "###", anchorOf(path, exported.name)));
  return [`## \`${title}\` {#entry-${anchorOf(path, "")}}`, "", ...own].join("\n");
}

function describe(declaration: ExportedName, level: string, anchor: string): string {
  const { text, examples } = readDocstring(declaration);
  return [
    `${level} ${declaration.name} {#${anchor}}`,
    "",
    text === "" ? summaryOf(declaration.name) : text,
    "",
    "```ts",
    readSignature(declaration),
    "```",
    "",
    ...examples.flatMap((code) => ["For example:", "", "```tsx", code.trimEnd(), "```", ""]),
  ].join("\n");
}

/** Double braces belong to the manifest, not to the site generator. */
function verbatim(lines: readonly string[]): string {
  return ["::::: v-pre", "", ...lines, "", ":::::", ""].join("\n");
}

/** Returns the summary of an operation, for its route, which has no docstring. */
function summaryOf(name: string): string {
  const operation = documentedOperations.find(({ id }) => id === name);
  return operation === undefined ? "" : `${operation.summary}.`;
}

function anchorOf(path: string, name: string): string {
  return `${path.replace(/\W+/g, "")}-${name}`;
}
