import type { JsonObject } from "./ui-render.ts";
import type { EventBase } from "./event-base.ts";

/** The caller of a tool, through an agent or the API. */
export interface ToolCaller {
  readonly kind: "member" | "key" | "admin";
  /** The ID of the member or API key. Empty for the platform administrator. */
  readonly id: string;
}

/** A call of one of the integration's tools. The platform has checked the arguments against the manifest. */
export interface ToolCallEvent extends EventBase {
  readonly type: "tool_call";
  /** The tool's `id` in the manifest. */
  readonly toolId: string;
  readonly arguments: JsonObject;
  readonly caller: ToolCaller;
}
