export { type PortalMessage, WebhookPortal, type WebhookPortalProps } from "./portal/webhook-portal.tsx";
