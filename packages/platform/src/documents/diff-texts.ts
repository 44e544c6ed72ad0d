import { createTwoFilesPatch } from "diff";

/** Two versions of a document, with the file names to show for them. */
export interface TextVersions {
  readonly oldName: string;
  readonly newName: string;
  readonly oldText: string;
  readonly newText: string;
}

// The time for a diff grows with the square of the number of differing lines.
const maxDifferentLines = 1000;
const timeoutMilliseconds = 2000;

/** Returns a unified diff, or `undefined` if too many lines differ or the comparison takes too long. */
export function diffTexts({ oldName, newName, oldText, newText }: TextVersions): string | undefined {
  return createTwoFilesPatch(oldName, newName, oldText, newText, undefined, undefined, {
    maxEditLength: maxDifferentLines,
    timeout: timeoutMilliseconds,
  });
}
