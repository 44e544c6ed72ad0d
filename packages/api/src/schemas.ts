export {
  apiTokensSchema,
  environmentIntegrationSchema,
  environmentSchema,
  installationSchema,
  productInstallationSchema,
} from "./environment/environment-schemas.ts";
export { integrationDescriptionSchema } from "./events/integration-description-schema.ts";
export { EventError, type ParsedEvent, parseEvent, type UnknownEvent } from "./events/parse-event.ts";
export {
  fetchEventSchema,
  fetchRequestSchemas,
  runtimeEventSchemas,
} from "./events/runtime-event-schemas.ts";
export { uiRenderResponseSchema, uiRenderEventSchema } from "./events/ui-render-schemas.ts";
export {
  categorySchema,
  installationStatusSchema,
  scopeSchema,
  targetSchema,
  visibilitySchema,
} from "./vocabulary/vocabulary-schemas.ts";
export { visitorSchema, webhookEventSchemas } from "./events/webhook-event-schemas.ts";
