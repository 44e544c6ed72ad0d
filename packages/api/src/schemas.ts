export { uiRenderAnswerSchema } from "./ui-render-schemas.ts";
export { visitorSchema, webhookEventSchemas } from "./webhook-event-schemas.ts";
