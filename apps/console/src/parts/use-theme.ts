import { useSyncExternalStore } from "react";

const darkPreference = window.matchMedia("(prefers-color-scheme: dark)");

/** The theme the browser prefers. */
export function useTheme(): "light" | "dark" {
  return useSyncExternalStore(
    (changed) => {
      darkPreference.addEventListener("change", changed);
      return () => darkPreference.removeEventListener("change", changed);
    },
    () => (darkPreference.matches ? "dark" : "light"),
  );
}
