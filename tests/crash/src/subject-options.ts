/** The options of a process under test. They are its only argument, as JSON. */
export interface SubjectOptions {
  readonly store:
    | { readonly sqliteFile: string }
    /** With a schema, a group beside others, with everything of PostgreSQL's switched off that can be. */
    | { readonly postgresUrl: string; readonly schema?: string | undefined };
  readonly receiverUrl: string;
  /** Sends through a published script, which then sends to the receiver; everything else is left out. */
  readonly viaScript?: boolean | undefined;
  /** Begins with 10,000 events in one call. */
  readonly hasBulk?: boolean | undefined;
  /** Whether it enqueues events, or only sends what is left. */
  readonly underLoad: boolean;
  readonly leaseMilliseconds: number;
}

/** Reads what `JSON.stringify` made of the options. */
export function parseSubjectOptions(text: string | undefined): SubjectOptions {
  return JSON.parse(text ?? "");
}
