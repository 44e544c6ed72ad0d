const maxQuoted = 60;

/** Invisible characters, and characters that affect the display of other text, except emoji joiners. */
const invisible =
  /(?!(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Escapes invisible characters, so that the text is safe to print. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Quotes a string from a manifest for a message: in double quotes, on one line, truncated. */
export function quote(text: string): string {
  const shown = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return `"${showInvisible(shown)}"`;
}
