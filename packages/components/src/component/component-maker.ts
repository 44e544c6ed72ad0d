import type { JsonObject, UiAction } from "@plugboard/api";
import { ComponentError } from "../component-error.ts";
import { type AnswerCheck, answerEvent } from "./answer-event.ts";
import type { Component } from "./component.ts";
import type { ComponentContext, ComponentDefinition, HandledAction } from "./component-definition.ts";

/** Declares a component from its definition. */
export type CreateComponent = <
  Props extends object = JsonObject,
  State extends object = JsonObject,
  Action extends { readonly action: string } = HandledAction,
  Context = ComponentContext,
>(
  definition: ComponentDefinition<Props, State, Action, Context>,
) => Component<Context>;

type PlainDefinition = ComponentDefinition<JsonObject, JsonObject, UiAction, unknown>;

/** Makes a `createComponent` whose components have their answers checked by `check`. */
export function componentMaker(check: AnswerCheck): CreateComponent;
// The second signature is where JSON becomes what the author declared it to be.
export function componentMaker(check: AnswerCheck): (definition: PlainDefinition) => Component<unknown> {
  return (definition) => {
    const { componentId, render } = definition;
    if (typeof componentId !== "string" || componentId === "") {
      throw new ComponentError("invalid_definition", "componentId", "expected a string that is not empty");
    }
    if (typeof render !== "function") {
      throw new ComponentError("invalid_definition", "render", `expected a function in "${componentId}"`);
    }
    return { componentId, render: (event, context) => answerEvent(definition, event, context, check) };
  };
}
