import type { RevisionAuthor } from "@plugboard/api/client";
import type { PagePresence } from "@plugboard/content/types";
import type { ReactNode } from "react";
import { nameOfAuthor } from "../common/name-of-author.ts";

interface PresentPeopleProps {
  /** The other windows that have the page open. */
  readonly windows: readonly PagePresence[];
  /** The user's ID. `undefined` for the platform administrator. */
  readonly ownId: string | undefined;
}

/** Shows who else has a page open and who is typing. */
export function PresentPeople({ windows, ownId }: PresentPeopleProps): ReactNode {
  if (windows.length === 0) return null;
  const byName = windows.toSorted((one, other) =>
    nameOfAuthor(one.author).localeCompare(nameOfAuthor(other.author)),
  );
  const people = new Map(byName.map((window) => [personOf(window), window]));
  return (
    <ul className="present-people" aria-label="Also on this page">
      {[...people].map(([key, { author }]) => {
        const isTyping = windows.some((window) => window.isTyping && personOf(window) === key);
        const isOwn = author.id === ownId;
        const name = isOwn ? "You, in another window" : nameOfAuthor(author);
        const label = isTyping ? `${name} (typing…)` : name;
        return (
          <li key={key} title={label}>
            <span aria-hidden className="avatar" data-typing={isTyping || undefined}>
              {initialsOf(author)}
            </span>
            <span className={isTyping ? "hint" : "visually-hidden"}>{label}</span>
          </li>
        );
      })}
    </ul>
  );
}

function personOf({ author: { type, id } }: PagePresence): string {
  return `${type} ${id ?? ""}`;
}

function initialsOf(author: RevisionAuthor): string {
  const words = nameOfAuthor(author).split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return initials.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}
