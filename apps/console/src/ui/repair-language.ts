/**
 * Replaces a language that isn't valid, which browsers report on machines without a locale (`en-US@posix`). uPlot passes it to `Intl`,
 * which throws. Call this before charts are loaded.
 */
export function repairLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  }
}
