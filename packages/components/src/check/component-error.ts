/** What is wrong: see the README for the meaning of each. */
export type ComponentErrorCode =
  | "invalid_definition"
  | "invalid_cache"
  | "unknown_element"
  | "unknown_attribute"
  | "missing_attribute"
  | "invalid_value"
  | "unknown_action"
  | "unsafe_url"
  | "not_json"
  | "cyclic"
  | "too_deep"
  | "too_large"
  | "invalid_response"
  | "unsupported_action"
  | "refused_url";

/** A component is declared wrongly, what it rendered is not valid markup, or its page can't do what it asks for. */
export class ComponentError extends Error {
  override readonly name = "ComponentError";
  readonly code: ComponentErrorCode;
  /** Where the offending value is, such as `block.children[2].onPress.action`; empty where it has no such place. */
  readonly path: string;

  constructor(code: ComponentErrorCode, message: string, path = "") {
    super(message);
    this.code = code;
    this.path = path;
  }
}
