/** GitBook's modules and their replacements, as aliases for a bundler. */
export const compatAliases: Readonly<Record<string, string>> = {
  "@gitbook/runtime": "@plugboard/compat/runtime",
  "@gitbook/runtime/jsx-runtime": "@plugboard/compat/jsx-runtime",
  "@gitbook/runtime/jsx-dev-runtime": "@plugboard/compat/jsx-runtime",
  "@gitbook/api": "@plugboard/compat/api",
};

/** GitBook's global constants, as definitions for a bundler. */
export const compatDefinitions: Readonly<Record<string, string>> = { MODE: '"production"' };
