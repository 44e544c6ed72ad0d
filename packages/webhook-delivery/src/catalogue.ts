export {
  createEventCatalogue,
  type EventCatalogue,
  type EventType,
  type EventTypeDefinition,
} from "./catalogue/event-catalogue.ts";
