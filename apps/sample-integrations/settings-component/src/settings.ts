/** How urgent a notice is. */
export const tones = ["information", "warning"] as const;

/** What the settings have. */
export interface Settings {
  readonly message: string;
  readonly tone: (typeof tones)[number];
}

/** Reads the configuration. A component keeps in it what it likes, so that nobody else has checked it. */
export function parseSettings(configuration: Readonly<Record<string, unknown>> = {}): Settings {
  const { message, tone } = configuration;
  return {
    message: typeof message === "string" ? message : "",
    tone: tones.find((known) => known === tone) ?? "information",
  };
}
