/** A member of an object type. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
  /** Documentation for editors; can contain any text. */
  readonly documentation?: string;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Generates an object type with readonly members, sorted by name. */
export function objectType(members: readonly TypeMember[]): string {
  if (members.length === 0) return "{}";
  const sorted = [...members].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = sorted.map(memberSource).join("\n").replaceAll("\n", "\n  ");
  return `{\n  ${lines}\n}`;
}

/** Generates a union of string literals. */
export function textsType(texts: readonly string[]): string {
  const unique = [...new Set(texts)].sort();
  return unique.length === 0 ? "never" : unique.map((text) => JSON.stringify(text)).join(" | ");
}

function memberSource({ name, type, optional = false, documentation = "" }: TypeMember): string {
  const key = identifier.test(name) ? name : JSON.stringify(name);
  return `${commentSource(documentation)}readonly ${key}${optional ? "?" : ""}: ${type};`;
}

function commentSource(documentation: string): string {
  const line = documentation.replace(/\s+/g, " ").replaceAll("*/", "*\\/").trim();
  return line === "" ? "" : `/** ${line} */\n`;
}
