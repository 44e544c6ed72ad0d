import { join } from "node:path";
import { type AnyOperation, operations } from "@plugboard/api/contract";
import { readDocstring, readEntries, readSignature } from "../../scripts/shared/exports.ts";
import { readText, type WorkspacePackage } from "../../scripts/shared/workspace.ts";

const repository = "https://github.com/plugboard/plugboard/blob/main";

/** Returns a package's page: its README, then every export with docstring and signature. */
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
  // Double braces belong to the manifest here, not to VitePress.
  return ["::::: v-pre", "", withAbsoluteLinks(readme, one.folder), "", ...sections, ":::::", ""].join("\n");
}

/** Returns the summary of an operation for its route, which has no docstring. */
function summaryOf(name: string): string {
  const operation = Object.values<AnyOperation>(operations).find(({ id }) => id === name);
  return operation === undefined ? "" : `${operation.summary}.`;
}

function anchorOf(path: string, name: string): string {
  return `${path.replace(/\W+/g, "")}-${name}`;
}

/** Makes a README's relative links absolute, because the site lacks their targets. */
function withAbsoluteLinks(text: string, folder: string): string {
  return text.replaceAll(
    /\]\((?![a-z]+:|#)([^)#\s]+)/g,
    (_, target: string) => `](${repository}/${join(folder, target)}`,
  );
}
