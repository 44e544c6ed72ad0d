/** The name of the cookie in which the console keeps the chosen theme. */
export const themeCookieName = "plugboard-theme";

const chosenTheme = new RegExp(`(?:^|; )${themeCookieName}=(dark|light)(?:;|$)`);

/**
 * Returns a page of the console in the theme that the user chose, without waiting for scripts.
 *
 * @param cookies - the `Cookie` header of the request
 * @example
 * ```ts
 * import { withTheme } from "@plugboard/console/page";
 *
 * console.log(withTheme("<body></body>", "plugboard-theme=dark")); // <body data-theme="dark"></body>
 * ```
 */
export function withTheme(html: string, cookies: string | null | undefined): string {
  const theme = chosenTheme.exec(cookies ?? "")?.[1];
  return theme === undefined ? html : html.replace("<body", `<body data-theme="${theme}"`);
}
