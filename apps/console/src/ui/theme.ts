import { useSyncExternalStore } from "react";

/** Which theme the reader chose. */
export type ThemeChoice = "light" | "dark" | "system";

const storageKey = "plugboard-theme";
const darkPreference = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let fixed: ThemeChoice | undefined;

/** Shows the page in the theme that was chosen, or else in the one the browser prefers. */
export function applyTheme(): void {
  document.body.dataset["theme"] = readTheme();
  for (const changed of listeners) changed();
}

/** Keeps a choice in this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  window.localStorage.setItem(storageKey, choice);
  applyTheme();
}

/** Shows the page in a theme whatever was chosen in this browser, which is kept as it is. */
export function fixTheme(choice: ThemeChoice): void {
  fixed = choice;
  applyTheme();
}

/** The theme that is shown. */
export function useTheme(): "light" | "dark" {
  return useSyncExternalStore(subscribe, readTheme);
}

/** The theme that was chosen. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function readTheme(): "light" | "dark" {
  const choice = readChoice();
  if (choice !== "system") return choice;
  return darkPreference.matches ? "dark" : "light";
}

function readChoice(): ThemeChoice {
  if (fixed !== undefined) return fixed;
  const stored = window.localStorage.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

darkPreference.addEventListener("change", applyTheme);
