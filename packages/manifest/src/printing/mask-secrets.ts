import { keepExpressions } from "../secrets/secret-expression.ts";

const mask = "••••••••";

/** Matches the start of a line that opens a map of secrets; the group is the indentation. */
const opening = /^(\s*)(?:.*[{,]\s*)?["']?secrets["']?\s*:/;

/** Matches the start of an entry in such a map. */
const entry = /^\s*["']?\w+["']?\s*:(?:\s+|$)/;

/** A map of secrets that is still open. */
interface OpenMap {
  readonly indent: number;
  /** The indentation of its keys, known once the first key is read; deeper text can be a secret. */
  readonly entries?: number;
}

/** Matches lines that don't end a block, at any indentation. */
const blankOrComment = /^\s*(?:#|$)/;

/** Matches text other than YAML's brackets, quotes and spaces. */
const telling = /[^"'{}[\],\s]/;

/**
 * Masks all text below a `secrets` key except for expressions. Works line by line, so it also handles invalid
 * YAML.
 */
export function maskSecrets(lines: readonly string[]): readonly string[] {
  let open: OpenMap | undefined;
  return lines.map((line) => {
    const indent = line.length - line.trimStart().length;
    const isBetween = blankOrComment.test(line);
    if (open !== undefined && (indent > open.indent || isBetween)) {
      if (!isBetween) open = { ...open, entries: open.entries ?? indent };
      const key = open.entries === indent ? entry.exec(line)?.[0] : undefined;
      return maskAfter(key ?? line.slice(0, indent), line);
    }
    const opened = opening.exec(line);
    open = opened ? { indent: (opened[1] ?? "").length } : undefined;
    return opened ? maskAfter(opened[0], line) : line;
  });
}

function maskAfter(start: string, line: string): string {
  return start + keepExpressions(line.slice(start.length), (rest) => (telling.test(rest) ? mask : rest));
}
