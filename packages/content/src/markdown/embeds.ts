const providers: readonly (readonly [name: string, host: RegExp])[] = [
  ["YouTube", /^(?:(?:www|m|music)\.)?youtube\.com$|^youtu\.be$/],
  ["Vimeo", /^(?:player\.)?vimeo\.com$/],
  ["Loom", /^(?:www\.)?loom\.com$/],
  ["Figma", /^(?:www\.)?figma\.com$/],
  ["CodePen", /^codepen\.io$/],
  ["CodeSandbox", /^codesandbox\.io$/],
  ["StackBlitz", /^stackblitz\.com$/],
  ["GitHub Gist", /^gist\.github\.com$/],
  ["Google Docs", /^docs\.google\.com$/],
  ["Miro", /^miro\.com$/],
  ["Spotify", /^open\.spotify\.com$/],
];

/** A web page shown as a card. */
export interface Embed {
  /** The name of the provider. */
  readonly provider: string;
  /** The address without its scheme, for people. */
  readonly address: string;
}

/**
 * Returns the card of an address that is alone in a paragraph. `undefined` if it isn't a page of an allowed provider,
 * over HTTPS.
 *
 * @example
 * import { parseEmbed } from "@plugboard/content/markdown";
 *
 * console.log(parseEmbed("https://youtu.be/dQw4w9WgXcQ")?.provider); // YouTube
 */
export function parseEmbed(address: string): Embed | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.port !== "" || url.pathname === "/")
    return undefined;
  const [provider] = providers.find(([, host]) => host.test(url.hostname)) ?? [];
  return provider === undefined
    ? undefined
    : { provider, address: address.replace(/^https:\/\/(?:www\.)?/i, "") };
}

/**
 * Returns the Markdown of a card: a line with its address.
 *
 * @example
 * import { printEmbed } from "@plugboard/content/markdown";
 *
 * console.log(printEmbed("https://youtu.be/a_b")); // <https://youtu.be/a_b>
 */
export function printEmbed(address: string): string {
  // Other characters can be formatting, or not be part of the link.
  return /^https:\/\/[\w./?=&%+-]*[a-z\d/]$/i.test(address) && !address.includes("_")
    ? address
    : `<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>`;
}
