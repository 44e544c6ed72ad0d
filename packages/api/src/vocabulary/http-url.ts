/** The reason for rejecting a text that is not an http or https URL, such as `localhost:4545`. */
export const httpUrlProblem = "must be a URL that begins with https:// or http://";

/**
 * Returns whether a text is an http or https URL. `localhost:4545` is not: its scheme would be `localhost:`.
 *
 * @example
 * import { isHttpUrl } from "@plugboard/api";
 *
 * console.log(isHttpUrl("https://hooks.example/in")); // true
 */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
