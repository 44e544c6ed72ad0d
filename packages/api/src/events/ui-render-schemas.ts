import * as z from "zod";
import { eventBase } from "./event-base-schema.ts";
import { isJson } from "./is-json.ts";
import {
  type Json,
  type JsonObject,
  type UiAction,
  type UiCompleteResponse,
  type UiContext,
  type UiContextType,
  type UiElementResponse,
  type UiNode,
  type UiRenderResponse,
  type UiRenderEvent,
} from "./ui-render.ts";

const json: z.ZodType<Json> = z.custom<Json>((value) => isJson(value), "Invalid input: expected JSON");

const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

const action: z.ZodType<UiAction> = z.looseObject({ action: z.string() }).catchall(json);

/** The schema of the kind of page that shows a component. */
export const uiContextTypeSchema: z.ZodType<UiContextType, UiContextType> = z.union([
  z.literal("document"),
  z.templateLiteral(["configuration_", z.string().regex(/^\w{1,100}$/)]),
]);

const context: z.ZodType<UiContext> = z.intersection(
  z
    .object({
      type: uiContextTypeSchema,
      theme: z.enum(["light", "dark"]),
      resource: z.object({ kind: z.string(), id: z.string() }).exactOptional(),
      editable: z.boolean().exactOptional(),
    })
    .catchall(json),
  z.looseRecord(z.templateLiteral([z.string(), "Id"]), z.string()),
);

/** The schema of a `ui_render` event. */
export const uiRenderEventSchema: z.ZodType<UiRenderEvent> = z.looseObject({
  ...eventBase,
  type: z.literal("ui_render"),
  componentId: z.string(),
  props: jsonObject,
  state: jsonObject.exactOptional(),
  action: action.exactOptional(),
  context,
});

const node: z.ZodType<UiNode> = z.looseObject({ type: z.string() }).catchall(json);

const elementResponse: z.ZodType<UiElementResponse> = z.looseObject({
  type: z.literal("element"),
  state: jsonObject,
  props: jsonObject,
  element: node,
});

const completeResponse: z.ZodType<UiCompleteResponse> = z.looseObject({
  type: z.literal("complete"),
  returnValue: jsonObject.exactOptional(),
});

/** The schema of a `ui_render` response. The markup inside is validated when it is rendered. */
export const uiRenderResponseSchema: z.ZodType<UiRenderResponse> = z.union([
  elementResponse,
  completeResponse,
]);
