/** The parts of a host's context that affect the appearance. */
export interface HostContext {
  readonly theme?: "light" | "dark" | undefined;
  readonly styles?: { readonly variables?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** The variables of components, with the variables of MCP Apps that set them. */
const variables = {
  "--plugboard-font": "--font-sans",
  "--plugboard-font-mono": "--font-mono",
  "--plugboard-text": "--color-text-primary",
  "--plugboard-text-muted": "--color-text-secondary",
  "--plugboard-surface": "--color-background-primary",
  "--plugboard-surface-raised": "--color-background-primary",
  "--plugboard-surface-sunken": "--color-background-secondary",
  "--plugboard-hover": "--color-background-tertiary",
  "--plugboard-border": "--color-border-primary",
  "--plugboard-border-strong": "--color-border-secondary",
  "--plugboard-danger": "--color-text-danger",
  "--plugboard-danger-soft": "--color-background-danger",
  "--plugboard-radius": "--border-radius-md",
} as const;

/** Applies the host's theme and colors to the document. */
export function applyHostTheme({ theme, styles }: HostContext): void {
  const { style } = document.documentElement;
  if (theme !== undefined) style.colorScheme = theme;
  for (const [own, name] of Object.entries(variables)) {
    const value = styles?.variables?.[name];
    if (value !== undefined) style.setProperty(own, value);
  }
}
