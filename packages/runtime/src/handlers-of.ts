import type { IntegrationTypes, RuntimeEventMap, RuntimeEventType } from "@plugboard/api";
import type { EventHandler, IntegrationDefinition } from "./integration-definition.ts";

type HandlerMap<Types extends IntegrationTypes> = {
  readonly [Type in RuntimeEventType]?: HandlerEntry<RuntimeEventMap[Type], Types>;
};
type HandlerEntry<Event, Types extends IntegrationTypes> =
  | EventHandler<Event, Types>
  | readonly EventHandler<Event, Types>[]
  | undefined;

/** The handlers an integration has for an event, in order. */
export function handlersOf<Type extends RuntimeEventType, Types extends IntegrationTypes>(
  { events, task }: IntegrationDefinition<Types>,
  type: Type,
): readonly EventHandler<RuntimeEventMap[Type], Types>[] {
  const handlers: HandlerMap<Types> = { ...events, task };
  // Own properties only: an event named "constructor" has no handler.
  const entry = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  return typeof entry === "function" ? [entry] : (entry ?? []);
}
