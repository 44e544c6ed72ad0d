/** What went wrong in a component view. */
export type ComponentViewErrorCode =
  | "invalid_answer"
  | "invalid_options"
  | "unsupported_action"
  | "refused_url";

/** A problem of the component or its page, with a message a user can read. */
export class ComponentViewError extends Error {
  override readonly name = "ComponentViewError";
  readonly code: ComponentViewErrorCode;

  constructor(code: ComponentViewErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
