import type { ImageResource } from "../client/types.ts";

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
  // One of its brands is `avif` or `avis`. Many programs name it only after the general `mif1`.
  ["image/avif", /^.{8}66747970(?:.{8})*?617669(?:66|73)/],
];
/** Enough for 12 brands of an AVIF file. */
const signatureBytes = 64;
const svgStart = /^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i;

/** Returns the type of an image from its first bytes. `undefined` if browsers can't display it. */
export function detectImageType(content: Uint8Array): ImageType | undefined {
  const start = Buffer.from(content.subarray(0, Math.min(signatureBytes, brandsEnd(content)))).toString(
    "hex",
  );
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/** Returns the end of an AVIF file's brands. The first four bytes of the file are the size of the box with them. */
function brandsEnd(content: Uint8Array): number {
  const start = Buffer.from(content.subarray(0, 8));
  return start.toString("latin1").endsWith("ftyp") ? Math.max(16, start.readUInt32BE()) : signatureBytes;
}

/** Returns whether a file is probably an SVG image. */
export function looksLikeSvg(content: Uint8Array): boolean {
  return svgStart.test(new TextDecoder().decode(content.subarray(0, 100)));
}
