import { variableRows } from "./variables.ts";

/** Returns variables with the server's prefix that don't exist, typically typos. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = new Set(variableRows.map(([, { name }]) => name));
  return Object.keys(env).filter((name) => name.startsWith("PLUGBOARD_") && !names.has(name));
}
