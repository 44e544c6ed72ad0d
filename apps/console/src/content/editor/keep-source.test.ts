import { describe, expect, it } from "vitest";
import { keepSource } from "./keep-source.ts";
import { readMarkdown } from "./page-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

describe("keepSource", () => {
  const source = "Title\n=====\n\n* one\n* two\n\n\n__bold__\r\n";

  it("keeps the source of a text that was only printed", () => {
    const printed = writeMarkdown(readMarkdown(source));
    expect(printed).not.toBe(source);
    expect(keepSource(source)(printed)).toBe(source);
  });

  it("returns the printed form of an edited text", () => {
    const edited = writeMarkdown(readMarkdown(`${source}\n\nmore`));
    expect(keepSource(source)(edited)).toBe(edited);
  });
});
