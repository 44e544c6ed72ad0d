const maxQuoted = 60;

/** Invisible characters, and those that change how a terminal or an editor shows the rest; not what joins emoji. */
const invisible =
  /(?!(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text that is safe to print: what cannot be seen is spelled out. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A text from a manifest as it appears in a message: in double quotes, on one line, not too long. */
export function quote(text: string): string {
  const shown = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return `"${showInvisible(shown)}"`;
}
