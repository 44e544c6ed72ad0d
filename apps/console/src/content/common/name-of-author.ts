import type { RevisionAuthor } from "@plugboard/api/client";

/** Returns the displayed name of an author. */
export function nameOfAuthor({ type, name, id }: RevisionAuthor): string {
  if (type === "administrator") return "Administrator";
  return name ?? id ?? type;
}
