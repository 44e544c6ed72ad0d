/** Matches each `${{ env.NAME }}`; the group is the variable's name. */
const expression = /\$\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Matches a string with at least one expression and no lookalike. */
export const secretPattern: RegExp =
  /^(?:(?!\$\{\{)[\s\S])*(?:\$\{\{\s*env\.[A-Za-z_][A-Za-z0-9_]*\s*\}\}(?:(?!\$\{\{)[\s\S])*)+$/;

/** Returns the variables in a secret, in order. */
export function variablesOf(secret: string): readonly string[] {
  return [...secret.matchAll(expression)].map(([, variable = ""]) => variable);
}

/**
 * Returns a secret with each expression replaced by the value of its variable. Values are not expanded again.
 */
export function replaceExpressions(secret: string, valueOf: (variable: string) => string): string {
  return secret.replaceAll(expression, (_, variable: string) => valueOf(variable));
}

/** Applies a change to everything in a string except its expressions. */
export function keepExpressions(text: string, change: (rest: string) => string): string {
  let changed = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(expression)) {
    changed += change(text.slice(end, index)) + found;
    end = index + found.length;
  }
  return changed + change(text.slice(end));
}
