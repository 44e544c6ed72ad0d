import "./diff-view.css";
import { diffWordsWithSpace, parsePatch } from "diff";
import type { ReactNode } from "react";

interface DiffLine {
  readonly kind: "added" | "removed" | "same";
  readonly text: ReactNode;
}

/** Shows a unified diff: removed and added lines, with changed words highlighted. */
export function DiffView({ patch }: { readonly patch: string }): ReactNode {
  const hunks = parsePatch(patch).flatMap((file) => file.hunks);
  return (
    <div className="diff">
      {hunks.map((hunk) => (
        <div key={hunk.oldStart} className="diff-hunk">
          <p className="hint">Line {hunk.newStart}</p>
          {readLines(hunk.lines).map(({ kind, text }, index) => (
            // Lines of a hunk never change order, so the index is a stable key.
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <div key={index} className="diff-line" data-kind={kind}>
              <span aria-hidden>{marks[kind]}</span>
              <span className="visually-hidden">{names[kind]}</span>
              <code>{text}</code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const marks = { added: "+", removed: "−", same: " " } as const;
const names = { added: "Added: ", removed: "Removed: ", same: "" } as const;

function readLines(lines: readonly string[]): DiffLine[] {
  const read: DiffLine[] = [];
  for (let index = 0; index < lines.length; ) {
    const removed = takeWhile(lines, index, "-");
    const added = takeWhile(lines, index + removed.length, "+");
    index += removed.length + added.length;
    // With equal counts, each removed line is compared with the added line at the same index.
    const isPaired = removed.length === added.length;
    for (const [at, text] of removed.entries())
      read.push({ kind: "removed", text: isPaired ? markWords(text, added[at] ?? "", "removed") : text });
    for (const [at, text] of added.entries())
      read.push({ kind: "added", text: isPaired ? markWords(removed[at] ?? "", text, "added") : text });
    const line = lines[index];
    if (line === undefined || line.startsWith("-")) continue;
    index += 1;
    if (line.startsWith(" ")) read.push({ kind: "same", text: line.slice(1) });
  }
  return read;
}

function takeWhile(lines: readonly string[], from: number, mark: string): string[] {
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith(mark));
  return lines.slice(from, end < 0 ? undefined : end).map((line) => line.slice(1));
}

function markWords(before: string, after: string, kind: "added" | "removed"): ReactNode {
  const other = kind === "added" ? "removed" : "added";
  return diffWordsWithSpace(before, after)
    .filter((part) => !part[other])
    .map((part, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a line stay in their order
      part[kind] ? <mark key={index}>{part.value}</mark> : part.value,
    );
}
