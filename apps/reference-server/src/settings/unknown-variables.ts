import { variableRows } from "./variables.ts";

/** Variables that look as if they were the server's and are not: most often, a name was misspelt. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(variableRows.map(([, { name }]) => name));
  return Object.keys(env).filter((name) => name.startsWith("PLUGBOARD_") && !known.has(name));
}
