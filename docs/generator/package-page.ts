import { join } from "node:path";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import { readDocstring, readEntries, readSignature } from "../../scripts/shared/exports.ts";
import { readText, type WorkspacePackage } from "../../scripts/shared/workspace.ts";

const repository = "https://github.com/plugboard/plugboard/blob/main";

/** The page about a package: its README, then every name it exports, with its docstring and signature. */
export async function packagePage(one: WorkspacePackage): Promise<string> {
  const readme = await readText(`${one.folder}/README.md`);
  const sections = readEntries(one).map(({ path, names }) => {
    const title = path === "." ? one.name : `${one.name}${path.slice(1)}`;
    const own = names.flatMap((declaration) => {
      const { text, examples } = readDocstring(declaration);
      return [
        `### ${declaration.name} {#${anchorOf(path, declaration.name)}}`,
        "",
        text === "" ? summaryOf(declaration.name) : text,
        "",
        "```ts",
        readSignature(declaration),
        "```",
        "",
        ...examples.flatMap((code) => ["For example:", "", "```tsx", code.trimEnd(), "```", ""]),
      ];
    });
    return [`## \`${title}\` {#entry-${anchorOf(path, "")}}`, "", ...own].join("\n");
  });
  // Double braces are the manifest's here, and not the site generator's.
  return ["::::: v-pre", "", withAbsoluteLinks(readme, one.folder), "", ...sections, ":::::", ""].join("\n");
}

/** What an operation does, for the route of it, which has no docstring of its own. */
function summaryOf(name: string): string {
  const operation = Object.values<AnyOperation>(operations).find(({ id }) => id === name);
  return operation === undefined ? "" : `${operation.summary}.`;
}

function anchorOf(path: string, name: string): string {
  return `${path.replace(/\W+/g, "")}-${name}`;
}

/** A README's links lead to other files of the repository, which the site does not have. */
function withAbsoluteLinks(text: string, folder: string): string {
  return text.replaceAll(
    /\]\((?![a-z]+:|#)([^)#\s]+)/g,
    (_, target: string) => `](${repository}/${join(folder, target)}`,
  );
}
