import { describe, expect, it } from "vitest";
import { parseEmbed, printEmbed } from "./embeds.ts";

describe("embeds", () => {
  it.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "YouTube", "youtube.com/watch?v=dQw4w9WgXcQ"],
    ["https://youtu.be/a", "YouTube", "youtu.be/a"],
    ["https://www.figma.com/file/1", "Figma", "figma.com/file/1"],
  ])("are pages of allowed providers: %s", (url, provider, address) => {
    expect(parseEmbed(url)).toEqual({ provider, address });
  });

  it.each([
    "https://www.youtube.com/",
    "http://youtu.be/a",
    "https://youtu.be.example.com/a",
    "https://evil-youtube.com/a",
    "https://youtu.be@example.com/a",
    "https://youtu.be:8080/a",
    "javascript:alert(1)",
    "youtu.be/a",
  ])("are not %s", (url) => {
    expect(parseEmbed(url)).toBeUndefined();
  });

  it("are a line of Markdown", () => {
    expect(printEmbed("https://youtu.be/a-b?t=1&x=2")).toBe("https://youtu.be/a-b?t=1&x=2");
    expect(printEmbed("https://youtu.be/_a_")).toBe("<https://youtu.be/_a_>");
    expect(printEmbed("https://youtu.be/a.")).toBe("<https://youtu.be/a.>");
  });
});
