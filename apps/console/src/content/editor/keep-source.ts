import { readMarkdown } from "./page-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

/**
 * Returns a function that keeps the source of a text until the text is edited. The editor prints some Markdown
 * differently, such as lists with other markers, and also prints without an edit.
 */
export function keepSource(source: string): (printed: string) => string {
  const unedited = writeMarkdown(readMarkdown(source));
  return (printed) => (printed === unedited ? source : printed);
}
