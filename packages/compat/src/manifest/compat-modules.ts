/** The modules that an integration imports there, and what a bundler takes in their place. */
export const compatAliases: Readonly<Record<string, string>> = {
  "@gitbook/runtime": "@plugboard/compat/runtime",
  "@gitbook/runtime/jsx-runtime": "@plugboard/compat/jsx-runtime",
  "@gitbook/runtime/jsx-dev-runtime": "@plugboard/compat/jsx-runtime",
  "@gitbook/api": "@plugboard/compat/api",
};

/** Names that such an integration finds in its global scope, as a bundler defines them. */
export const compatDefinitions: Readonly<Record<string, string>> = { MODE: '"production"' };
