/** A requirement for implementations of a port, for any test runner. */
export interface ContractCase<Subject> {
  readonly name: string;
  /** Throws if the requirement isn't met. Pass a new subject to each case. */
  readonly run: (subject: Subject) => Promise<void>;
}
