import { createHash } from "node:crypto";

/** Names for frequent statements, so that PostgreSQL parses and plans each once per connection. */
export interface StatementNames {
  /** Counts a use. Returns `undefined` for statements that shouldn't be prepared. */
  readonly nameOf: (text: string) => string | undefined;
  /** Never names the statement again: a migration changed the type of its result. */
  readonly forget: (text: string) => void;
}

const minUses = 10;
/** Each connection keeps the plans of all prepared statements. */
const maxNames = 100;
const maxCounted = 1000;
const maxLength = 4000;

/**
 * Creates names for the connections of one process. Statements with `*` get none: a migration that adds a
 * column would make them fail.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const forgotten = new Set<string>();
  let uses = new Map<string, number>();
  const canPrepare = (text: string): boolean =>
    text.length <= maxLength &&
    /^\s*(?:select|insert|update|delete|with)\b/i.test(text) &&
    !text.includes("*");
  return {
    nameOf: (text) => {
      const name = names.get(text);
      if (name !== undefined || names.size >= maxNames) return name;
      const count = (uses.get(text) ?? 0) + 1;
      if (uses.size >= maxCounted) uses = new Map();
      uses.set(text, count);
      if (count < minUses || forgotten.has(text) || !canPrepare(text)) return undefined;
      // Pools that share connections must agree on names.
      const created = `platform_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
      names.set(text, created);
      return created;
    },
    forget: (text) => {
      names.delete(text);
      forgotten.add(text);
    },
  };
}
