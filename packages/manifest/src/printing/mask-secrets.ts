import { keepExpressions } from "../secrets/secret-expression.ts";

const mask = "••••••••";

/** What a line that opens a map of secrets begins with; its group is the indentation. */
const opening = /^(\s*)(?:.*[{,]\s*)?["']?secrets["']?\s*:/;

/** What a line of such a map begins with. */
const entry = /^\s*["']?\w+["']?\s*:(?:\s+|$)/;

/** A map of secrets that lines still belong to. */
interface OpenMap {
  readonly indent: number;
  /** Where its own keys are, known from the first of them on; what is deeper may be a secret. */
  readonly entries?: number;
}

/** Lines that end no block, wherever they begin. */
const blankOrComment = /^\s*(?:#|$)/;

/** Anything but YAML's own brackets, quotes and spaces. */
const telling = /[^"'{}[\],\s]/;

/**
 * The same lines, with every text below a key `secrets` masked except for the expressions in it. It goes by the lines
 * alone, so that it also holds for a manifest that is not valid YAML.
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
