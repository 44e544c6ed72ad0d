import { z } from "zod";
import type { JsonObject, UiCompleteAnswer, UiElementAnswer, UiNode, UiRenderAnswer } from "./ui-render.ts";

const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json());

const node: z.ZodType<UiNode> = z.looseObject({ type: z.string() });

const elementAnswer: z.ZodType<UiElementAnswer> = z.looseObject({
  type: z.literal("element"),
  state: jsonObject,
  props: jsonObject,
  element: node,
});

const completeAnswer: z.ZodType<UiCompleteAnswer> = z.looseObject({
  type: z.literal("complete"),
  returnValue: jsonObject.exactOptional(),
});

/** Checks the shape of an answer to `ui_render`; the tree inside is checked by whoever renders it. */
export const uiRenderAnswerSchema: z.ZodType<UiRenderAnswer> = z.union([elementAnswer, completeAnswer]);
