import type { Json, JsonObject, UiAction } from "@plugboard/api";
import type { RootElement } from "@plugboard/components";

/** A component of the gallery, with its code in the page instead of in an integration. */
export interface Sample {
  readonly componentId: string;
  readonly title: string;
  readonly state: JsonObject;
  readonly render: (state: JsonObject, props: JsonObject) => RootElement;
  /** The state after an action; without it actions leave the state. */
  readonly act?: (state: JsonObject, action: UiAction) => JsonObject;
}

/** The text of a value of the state. */
export function toText(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
