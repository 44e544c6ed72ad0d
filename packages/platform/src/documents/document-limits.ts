/** Limits on reading an untrusted document. */
export const documentLimits = {
  /**
   * The timeout of a thread in milliseconds. A large OpenAPI document needs far less, but the machine
   * can be busy.
   */
  timeout: 60_000,
  /** The maximum heap of a thread in mebibytes. */
  heapMebibytes: 384,
  /** The maximum length of a list in an OpenAPI document. The validator compares the items of some lists pairwise. */
  listItems: 5000,
  /** The maximum number of tokens in a YAML document, including whitespace and line ends. */
  yamlTokens: 600_000,
  /** The maximum nesting depth of lists and maps in a YAML document. */
  yamlDepth: 100,
  /** The maximum number of keys in a YAML map. */
  yamlKeys: 20_000,
  /** The maximum number of anchors, of aliases, and of values repeated by aliases in a YAML document. */
  yamlAliases: 100,
} as const;
