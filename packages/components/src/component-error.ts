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
  | "too_large";

/** A component is declared wrongly, or what it rendered is not valid markup. */
export class ComponentError extends Error {
  override readonly name = "ComponentError";
  readonly code: ComponentErrorCode;
  /** Where the offending value stands, such as `block.children[2].onPress.action`. */
  readonly path: string;

  constructor(code: ComponentErrorCode, path: string, problem: string) {
    super(`${path}: ${code.replace("_", " ")}, ${problem}`);
    this.code = code;
    this.path = path;
  }
}
