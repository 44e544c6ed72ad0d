export { contentEventSchemas, contentRequestSchemas } from "./events/content-event-schemas.ts";
export { visitorSchema, webhookEventSchemas } from "./events/webhook-event-schemas.ts";
