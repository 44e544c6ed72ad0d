import { themeCookieName } from "@plugboard/console/page";
import { useSyncExternalStore } from "react";

/** The theme the user chose. */
export type ThemeChoice = "light" | "dark" | "system";

const yearSeconds = 31_536_000;
const darkPreference = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let fixed: ThemeChoice | undefined;

/** Applies the chosen theme, or the browser's preference. */
export function applyTheme(): void {
  document.body.dataset["theme"] = readTheme();
  for (const changed of listeners) changed();
}

/** Stores the chosen theme in this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  document.cookie = `${themeCookieName}=${choice}; path=/; max-age=${yearSeconds}; samesite=lax`;
  applyTheme();
}

/** Applies a theme without changing the stored choice. */
export function fixTheme(choice: ThemeChoice): void {
  fixed = choice;
  applyTheme();
}

/** Returns the current theme, and follows its changes. */
export function useTheme(): "light" | "dark" {
  return useSyncExternalStore(subscribeToTheme, readTheme);
}

/** Returns the chosen theme. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribeToTheme, readChoice);
}

/** Calls a function when the theme changes. Returns a function that stops this. */
export function subscribeToTheme(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the current theme. */
export function readTheme(): "light" | "dark" {
  const choice = readChoice();
  if (choice !== "system") return choice;
  return darkPreference.matches ? "dark" : "light";
}

function readChoice(): ThemeChoice {
  if (fixed !== undefined) return fixed;
  const stored = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${themeCookieName}=`));
  const choice = stored?.slice(themeCookieName.length + 1);
  return choice === "light" || choice === "dark" ? choice : "system";
}

darkPreference.addEventListener("change", applyTheme);
