import type { PortalTheme } from "@plugboard/api/client";
import { fixTheme } from "../ui/theme.ts";

const themeVariables = ["radius", "accent", "accent-hover", "accent-soft", "on-accent"] as const;

/** Applies the theme of the embedding product. */
export function applyPortalTheme({ accent, scheme, radius }: PortalTheme): void {
  const values: Partial<Record<(typeof themeVariables)[number], string>> = {
    ...(radius !== undefined && { radius: `${radius}px` }),
    ...(accent !== undefined && {
      accent,
      "accent-hover": `color-mix(in srgb, ${accent} 85%, black)`,
      "accent-soft": `color-mix(in srgb, ${accent} 14%, transparent)`,
      "on-accent": isLight(accent) ? "#000000" : "#ffffff",
    }),
  };
  for (const name of themeVariables) {
    const value = values[name];
    if (value === undefined) document.body.style.removeProperty(`--plugboard-${name}`);
    else document.body.style.setProperty(`--plugboard-${name}`, value);
  }
  fixTheme(scheme ?? "system");
}

/** Parses a theme from another page, ignoring everything else. */
export function readPortalTheme(value: unknown): PortalTheme {
  const { accent, scheme, radius }: Readonly<Record<string, unknown>> = Object(value);
  return {
    accent: typeof accent === "string" && /^#[\dA-Fa-f]{6}$/.test(accent) ? accent : undefined,
    scheme: scheme === "light" || scheme === "dark" ? scheme : undefined,
    radius: typeof radius === "number" && radius >= 0 && radius <= 24 ? radius : undefined,
  };
}

/**
 * Returns whether black is more readable than white on a color, by the relative luminance of WCAG.
 * @param color - as `#rrggbb`
 */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
