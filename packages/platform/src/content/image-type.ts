import type { ImageResource } from "@plugboard/api/client";

/** The media type of a stored image. */
export type ImageType = ImageResource["type"];

/** The file extension of each type. */
export const imageExtensions: Readonly<Record<ImageType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
};

// In hexadecimal. In WebP and AVIF files, the type follows the size of the first chunk.
const signatures: readonly (readonly [type: ImageType, signature: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^474946383[79]61/],
  ["image/webp", /^52494646.{8}57454250/],
  ["image/avif", /^.{8}66747970617669(?:66|73)/],
];
const signatureBytes = 16;
const svgStart = /^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i;

/** Returns the type of an image from its first bytes. `undefined` if browsers can't display it. */
export function detectImageType(content: Uint8Array): ImageType | undefined {
  const start = Buffer.from(content.subarray(0, signatureBytes)).toString("hex");
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/** Returns whether a file is probably an SVG image. */
export function looksLikeSvg(content: Uint8Array): boolean {
  return svgStart.test(new TextDecoder().decode(content.subarray(0, 100)));
}
