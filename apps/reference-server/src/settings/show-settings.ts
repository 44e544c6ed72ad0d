import { variableRows } from "./variables.ts";

/** A setting as shown to operators. */
export interface ShownSetting {
  readonly name: string;
  readonly meaning: string;
  /** The value in environment syntax. `undefined` for secrets and for unset variables without a default. */
  readonly value?: string | undefined;
  readonly isSet: boolean;
  readonly isSecret: boolean;
}

/** Returns the settings in a valid environment, without secrets. */
export function showSettings(env: Readonly<Record<string, string | undefined>>): ShownSetting[] {
  return variableRows.map(([, { name, meaning, default: fallback, isSecret = false }]) => {
    const configured = env[name] === "" ? undefined : env[name];
    return {
      name,
      meaning,
      value: isSecret ? undefined : (configured ?? fallback),
      isSet: configured !== undefined,
      isSecret,
    };
  });
}
