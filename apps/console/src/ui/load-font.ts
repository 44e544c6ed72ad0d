const key = "plugboard-has-font";

/** Loads the console's font. Its 29 kB would delay the data of a first visit on slow connections. */
export async function loadFont(): Promise<void> {
  try {
    // Geist by Vercel, under the SIL Open Font License 1.1. A browser loads the subsets that it shows.
    await import("./font.ts");
    localStorage.setItem(key, "true");
  } catch {
    // Offline, or in a frame that may not store anything. The page works with installed fonts.
  }
}

/** Loads the font at once if this browser has loaded it before, because it's in the cache. */
export function loadCachedFont(): void {
  try {
    if (localStorage.getItem(key) !== null) void loadFont();
  } catch {
    // In a frame that may not store anything.
  }
}
