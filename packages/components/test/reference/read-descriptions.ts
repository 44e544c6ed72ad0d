/** The descriptions of an interface and its properties. */
export interface Description {
  readonly text: string;
  readonly properties: ReadonlyMap<string, string>;
}

const documentedInterface =
  /\/\*\*((?:(?!\*\/).)*)\*\/\s*export (?:interface|type) (\w+) =? ?\{(\n.*?\n\}| [^\n]*\})/gs;
const documentedProperty = /\/\*\*((?:(?!\*\/).)*)\*\/\s*readonly (\w+)\??:/gs;

/** Extracts the docstrings of all interfaces in a TypeScript source, by interface name. */
export function readDescriptions(source: string): Map<string, Description> {
  const found = new Map<string, Description>();
  for (const [, comment = "", name = "", body = ""] of source.matchAll(documentedInterface)) {
    const properties = new Map<string, string>();
    for (const [, text = "", property = ""] of body.matchAll(documentedProperty)) {
      properties.set(property, plainText(text));
    }
    found.set(name, { text: plainText(comment), properties });
  }
  return found;
}

function plainText(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
}
