import { variableRows } from "./variables.ts";

/** One setting as an operator may see it. */
export interface ShownSetting {
  readonly name: string;
  readonly meaning: string;
  /** As it would be written in the environment; absent when nothing is set and there is no default, and of a secret. */
  readonly value?: string | undefined;
  readonly isSet: boolean;
  readonly isSecret: boolean;
}

/** What is set in an environment that was read without errors. Secrets are not shown. */
export function showSettings(env: Readonly<Record<string, string | undefined>>): ShownSetting[] {
  return variableRows.map(([, { name, meaning, default: fallback, isSecret = false }]) => {
    const given = env[name] === "" ? undefined : env[name];
    return {
      name,
      meaning,
      value: isSecret ? undefined : (given ?? fallback),
      isSet: given !== undefined,
      isSecret,
    };
  });
}
