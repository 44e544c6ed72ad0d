export { WebhookPortal, type WebhookPortalProps } from "./portal/webhook-portal.tsx";
