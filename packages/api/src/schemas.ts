export { visitorSchema, webhookEventSchemas } from "./webhook-event-schemas.ts";
