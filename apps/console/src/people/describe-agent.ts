// The first that fits counts: most browsers also name those they descend from.
const browsers = [
  [/Edg\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** A browser in two words; the command line and other programs by what they call themselves. */
export function describeAgent(agent: string | null): string {
  const text = agent ?? "";
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(text))?.[1];
  const words = [find(browsers), find(systems)].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(" on ") : text || "A program";
}

/** What a passkey that is made here is called. */
export function nameOfThisDevice(): string {
  return describeAgent(navigator.userAgent);
}
