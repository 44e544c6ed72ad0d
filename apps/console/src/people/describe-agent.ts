// The first match wins: most browsers also name the ones they derive from.
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

/** Returns a short name for a user agent: browser and platform, or the program's own name. */
export function describeAgent(agent: string | null): string {
  const text = agent ?? "";
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(text))?.[1];
  const words = [find(browsers), find(systems)].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(" on ") : text || "A program";
}

/** Returns the default name of a passkey created on this device. */
export function nameOfThisDevice(): string {
  return describeAgent(navigator.userAgent);
}
