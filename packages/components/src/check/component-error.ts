/** The kind of error. The README explains each code. */
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

/** Thrown for an invalid component definition, invalid markup, or a feature that the page doesn't support. */
export class ComponentError extends Error {
  override readonly name = "ComponentError";
  readonly code: ComponentErrorCode;
  /** The path of the invalid value, such as `block.children[2].onPress.action`. Empty if not applicable. */
  readonly path: string;

  constructor(code: ComponentErrorCode, message: string, path = "") {
    super(message);
    this.code = code;
    this.path = path;
  }
}
