/** A match of the search, as MiniSearch ranks it. */
interface SearchOptions {
  readonly processTerm: (term: string) => string[];
  readonly boostDocument: (id: string) => number;
}

/**
 * The options of the site's search: synonyms, and guides before types. The site copies the source text of each function into its
 * pages, so they use nothing from outside.
 */
export const searchOptions: SearchOptions = {
  processTerm: (term) => {
    const synonyms: Readonly<Record<string, readonly string[]>> = {
      backups: ["backup", "back"],
      backup: ["back"],
      container: ["docker"],
      cron: ["schedule"],
      https: ["tls"],
      kubernetes: ["helm"],
      localhost: ["locally"],
      ssl: ["tls"],
      ssrf: ["guard", "private"],
      update: ["upgrade"],
    };
    const word = term.toLowerCase();
    return [word, ...(synonyms[word] ?? [])];
  },
  boostDocument: (id) => {
    if (/\/(guides|tutorials)\//.test(id)) return 3;
    if (/\/reference\/packages\//.test(id)) return 1;
    return /\/(reference|decisions)\/|\/conformance/.test(id) ? 0.3 : 0.8;
  },
};
