export { createWebhooks, type Webhooks, type WebhooksOptions } from "./webhooks/create-webhooks.ts";
