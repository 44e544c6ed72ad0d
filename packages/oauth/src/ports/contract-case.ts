/** One promise an implementation of a port must keep. Any test runner can run it. */
export interface ContractCase<Subject> {
  readonly name: string;
  /** Throws when the promise is broken. The subject is a new one for each case. */
  readonly run: (subject: Subject) => Promise<void>;
}
