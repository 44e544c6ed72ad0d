import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** A token of code with the class name of its grammar. */
export type CodeToken = string | { readonly className: string; readonly children: readonly CodeToken[] };

export type Highlight = (code: string, language: string) => readonly CodeToken[];

/** Splits code into tokens. Code in an unknown language is a single token. */
export const highlight: Highlight = (code, language) => {
  if (!lowlight.registered(language)) return [code];
  return lowlight.highlight(language, code).children.flatMap(toToken);
};

type HighlightNode = ReturnType<typeof lowlight.highlight>["children"][number];

function toToken(node: HighlightNode): readonly CodeToken[] {
  if (node.type === "text") return [node.value];
  if (node.type !== "element") return [];
  const names = node.properties["className"];
  const className = Array.isArray(names) ? names.join(" ") : "";
  return [{ className, children: node.children.flatMap(toToken) }];
}
