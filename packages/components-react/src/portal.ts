export type { PortalMessage } from "./portal/platform-frame.tsx";
export { WebhookPortal, type WebhookPortalProps } from "./portal/webhook-portal.tsx";
export { EmbeddedPart, type EmbeddedPartProps } from "./portal/embedded-part.tsx";
export {
  type EmbeddedPageProps,
  InstallationSettings,
  type InstallationSettingsProps,
  Marketplace,
} from "./portal/embedded-pages.tsx";
