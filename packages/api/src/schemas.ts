export {
  apiTokensSchema,
  environmentIntegrationSchema,
  environmentSchema,
  installationSchema,
  productInstallationSchema,
} from "./environment/environment-schemas.ts";
export { integrationDescriptionSchema } from "./events/integration-description-schema.ts";
export { eventBase } from "./events/event-base-schema.ts";
export {
  EventError,
  type EventSchemas,
  type ParsedEvent,
  parseEvent,
  type UnknownEvent,
} from "./events/parse-event.ts";
export {
  fetchEventSchema,
  platformEventSchemas,
  platformRequestSchemas,
} from "./events/platform-event-schemas.ts";
export { uiRenderResponseSchema, uiRenderEventSchema } from "./events/ui-render-schemas.ts";
export {
  categorySchema,
  installationStatusSchema,
  scopeSchema,
  targetSchema,
  visibilitySchema,
} from "./vocabulary/vocabulary-schemas.ts";
