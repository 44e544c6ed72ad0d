import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** A piece of code and what it is, as class names of the highlighter's grammar. */
export type CodeToken = string | { readonly className: string; readonly children: readonly CodeToken[] };

/** Splits code into tokens. */
export type Highlight = (code: string, language: string) => readonly CodeToken[];

/** Splits code into tokens; code in a language that is not known is one token. */
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
