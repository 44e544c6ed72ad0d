export {
  apiTokensSchema,
  environmentIntegrationSchema,
  environmentSchema,
  installationSchema,
  siteInstallationSchema,
  spaceInstallationSchema,
} from "./environment-schemas.ts";
export { integrationDescriptionSchema } from "./integration-description-schema.ts";
export { EventError, type ParsedEvent, parseEvent, type UnknownEvent } from "./parse-event.ts";
export { fetchEventSchema, runtimeEventSchemas } from "./runtime-event-schemas.ts";
export { uiRenderResponseSchema, uiRenderEventSchema } from "./ui-render-schemas.ts";
export {
  categorySchema,
  installationStatusSchema,
  scopeSchema,
  targetSchema,
  visibilitySchema,
} from "./vocabulary-schemas.ts";
export { visitorSchema, webhookEventSchemas } from "./webhook-event-schemas.ts";
