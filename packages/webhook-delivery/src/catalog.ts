export {
  createEventCatalog,
  type EventCatalog,
  type EventType,
  type EventTypeDefinition,
} from "./catalog/event-catalog.ts";
