// The scripts in use today that are written from right to left, or any other letter.
const letter =
  /(?<rtl>[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Yezidi}])|\p{L}/u;

/**
 * Returns the direction in which a text is read, which is that of its first letter. `undefined` for a text without
 * letters.
 *
 * @example
 * import { textDirection } from "@plugboard/content/markdown";
 *
 * console.log(textDirection("1. שלום"), textDirection("Hello"), textDirection("42")); // rtl ltr undefined
 */
export function textDirection(text: string): "ltr" | "rtl" | undefined {
  const groups = letter.exec(text)?.groups;
  if (groups === undefined) return undefined;
  return groups["rtl"] === undefined ? "ltr" : "rtl";
}
