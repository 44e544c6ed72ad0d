import type { Problem } from "./problem.ts";

/** The maximum length of a manifest, in bytes (UTF-8) or, for a string, in UTF-16 code units. */
export const maxManifestLength: number = 256 * 1024;

/**
 * Characters outside YAML 1.2's printable set (section 5.1), byte-order marks, and carriage returns without
 * line feeds.
 */
const unprintable =
  /\r(?!\n)|[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** The replacement for invalid UTF-8 in decoded text. */
const replacement = "\ufffd";

const utf16Marks: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** The text of a manifest, or the reason why it can't be read. */
export type DecodedManifest = { readonly text: string; readonly problem?: Problem };

/** Decodes a file. Rejects files that are too large, not UTF-8 or not printable. */
export function decodeManifest(yaml: string | Uint8Array): DecodedManifest {
  if (yaml.length > maxManifestLength) {
    return refuse(
      "",
      "too_large",
      `A manifest can have at most ${maxManifestLength / 1024} KiB; this one is larger.`,
    );
  }
  if (typeof yaml === "string") return checkCharacters(yaml);
  if (utf16Marks.some(([first, second]) => yaml[0] === first && yaml[1] === second)) {
    return refuse("", "wrong_encoding", "This file is UTF-16. Save it as UTF-8.");
  }
  try {
    return checkCharacters(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(yaml));
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(yaml);
    const message = "This is not UTF-8. Save the file as UTF-8.";
    return refuse(text, "wrong_encoding", message, text.indexOf(replacement));
  }
}

function checkCharacters(text: string): DecodedManifest {
  const found = unprintable.exec(text);
  if (!found) return { text };
  const character = found[0];
  if (character === "\ufeff") {
    const message = "The file contains a byte-order mark (U+FEFF) here. Save it as UTF-8 without one.";
    return refuse(text, "byte_order_mark", message, found.index);
  }
  if (character === "\0" && found.index < 4) {
    return refuse(text, "wrong_encoding", "This file looks like UTF-16 or a binary file. Save it as UTF-8.");
  }
  if (character === "\r") {
    const message = "This line ends with only a carriage return. Save the file with line feeds.";
    return refuse(text, "control_character", message, found.index);
  }
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const message = `The invisible character U+${codePoint} is not allowed here. Remove it.`;
  return refuse(text, "control_character", message, found.index);
}

function refuse(text: string, code: Problem["code"], message: string, start = 0): DecodedManifest {
  return { text, problem: { code, message, start, end: start + 1 } };
}
