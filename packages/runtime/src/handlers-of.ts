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
  if (!Object.hasOwn(handlers, type)) return [];
  const entry: HandlerEntry<RuntimeEventMap[Type], Types> = handlers[type];
  return typeof entry === "function" ? [entry] : (entry ?? []);
}

/** The events an integration has a handler for. Read off its definition, so that a bundle carries no list of them all. */
export function handledTypes<Types extends IntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): RuntimeEventType[] {
  const { events, task } = definition;
  return namesOf({ ...events, task }).filter((type) => handlersOf(definition, type).length > 0);
}

function namesOf<Fields extends object>(fields: Fields): Extract<keyof Fields, string>[] {
  const names: Extract<keyof Fields, string>[] = [];
  for (const name in fields) names.push(name);
  return names;
}
