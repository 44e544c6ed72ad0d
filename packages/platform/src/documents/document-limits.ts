/** Limits on reading an untrusted document. */
export const documentLimits = {
  /**
   * Milliseconds in a thread. Many times what a large OpenAPI document takes, since other processes can be
   * busy too.
   */
  timeout: 60_000,
  /** Mebibytes of a thread's heap. */
  heapMebibytes: 384,
  /** Items of one list in an OpenAPI document: the validator compares some with each other. */
  listItems: 5000,
  /** Tokens of a YAML text, white space and line ends among them. */
  yamlTokens: 600_000,
  /** Lists and maps inside each other in a YAML text. */
  yamlDepth: 100,
  /** Keys of one map in a YAML text. */
  yamlKeys: 20_000,
  /** Anchors and aliases of a YAML text, and how often aliases may repeat a value. */
  yamlAliases: 100,
} as const;
