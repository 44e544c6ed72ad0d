/** The options of a process under test, passed as JSON in its only argument. */
export interface SubjectOptions {
  readonly store:
    | { readonly sqliteFile: string }
    /** With a schema, one group of several, without the optional PostgreSQL features. */
    | { readonly postgresUrl: string; readonly schema?: string | undefined };
  readonly receiverUrl: string;
  /** Whether to send through a published script instead, without the other operations. */
  readonly viaScript?: boolean | undefined;
  /** Whether to start with 10,000 events in one call. */
  readonly hasBulk?: boolean | undefined;
  /** Whether to enqueue events, or only send the remaining ones. */
  readonly underLoad: boolean;
  readonly leaseMilliseconds: number;
}

/** Parses the options from JSON. */
export function parseSubjectOptions(text: string | undefined): SubjectOptions {
  return JSON.parse(text ?? "");
}
