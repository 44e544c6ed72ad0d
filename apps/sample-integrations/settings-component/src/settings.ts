/** The styles of a notice. */
export const tones = ["information", "warning"] as const;

/** The notice's settings. */
export interface Settings {
  readonly message: string;
  readonly tone: (typeof tones)[number];
}

/** Parses the configuration. The platform doesn't validate a component's configuration. */
export function parseSettings(configuration: Readonly<Record<string, unknown>> = {}): Settings {
  const { message, tone } = configuration;
  return {
    message: typeof message === "string" ? message : "",
    tone: tones.find((known) => known === tone) ?? "information",
  };
}
