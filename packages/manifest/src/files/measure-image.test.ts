import { describe, expect, test } from "vitest";
import { gifImage, jpegImage, pngImage, svgImage } from "../../test/fixtures/images.ts";
import { measureImage } from "./measure-image.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("measureImage", () => {
  test.each([
    ["PNG", pngImage(16, 8)],
    ["GIF", gifImage(16, 8)],
    ["JPEG", jpegImage(16, 8)],
    ["rotated JPEG", jpegImage(8, 16, 6)],
    ["SVG", bytes(svgImage(16, 8))],
    ["SVG with a view box", bytes('<svg viewBox="0 0 16 8"></svg>')],
    ["WebP", Buffer.from("RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0", "latin1")],
  ])("measures a %s", (_, image) => {
    expect(measureImage(image)).toEqual({ width: 16, height: 8 });
  });

  test.each([
    ["an empty file", ""],
    ["a text", "hello"],
    ["a page", "<!DOCTYPE html><html><body></body></html>"],
    ["a page that contains an SVG", '<html><svg width="16" height="8"></svg></html>'],
    ["an SVG without a size", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["an empty GIF", "GIF89a\0\0\0\0"],
    ["a document", "%PDF-1.7"],
    ["a page after many comments", `${"<!-- -->".repeat(100)}<html><svg width="16" height="8"></svg></html>`],
  ])("detects that %s is not an image", (_, text) => {
    expect(measureImage(Buffer.from(text, "latin1"))).toBeUndefined();
  });

  test("detects an image truncated anywhere before its size", () => {
    for (const [image, start] of [
      [pngImage(16, 8), 24],
      [gifImage(16, 8), 10],
      [jpegImage(16, 8), 47],
    ] as const) {
      for (let length = 0; length < start; length++)
        expect(measureImage(Uint8Array.from(image.subarray(0, length)))).toBeUndefined();
    }
  });
});
