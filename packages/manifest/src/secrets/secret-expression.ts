/** Matches each `${{ env.NAME }}`; its group is the name of the variable. */
const expression = /\$\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** A text that holds at least one expression and nothing that only looks like one. */
export const secretPattern: RegExp =
  /^(?:(?!\$\{\{)[\s\S])*(?:\$\{\{\s*env\.[A-Za-z_][A-Za-z0-9_]*\s*\}\}(?:(?!\$\{\{)[\s\S])*)+$/;

/** The variables a secret names, in order. */
export function variablesOf(secret: string): readonly string[] {
  return [...secret.matchAll(expression)].map(([, variable = ""]) => variable);
}

/** A secret with each expression replaced by what `valueOf` gives for its variable; what it gives is not read again. */
export function replaceExpressions(secret: string, valueOf: (variable: string) => string): string {
  return secret.replaceAll(expression, (_, variable: string) => valueOf(variable));
}

/** A text with all but its expressions changed. */
export function keepExpressions(text: string, change: (rest: string) => string): string {
  let changed = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(expression)) {
    changed += change(text.slice(end, index)) + found;
    end = index + found.length;
  }
  return changed + change(text.slice(end));
}
