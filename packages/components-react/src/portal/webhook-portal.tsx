import type { PortalTheme } from "@plugboard/api/client";
import type { ReactNode } from "react";
import { PlatformFrame } from "./platform-frame.tsx";

/** Props of `WebhookPortal`. */
export interface WebhookPortalProps {
  /**
   * The `signedUrl` of a session from `createPortalSession`. The platform must allow this page's origin to
   * frame it.
   */
  readonly signedUrl: string;
  /** Overrides the session's theme. Can change while the portal is open. */
  readonly theme?: PortalTheme | undefined;
  /** The frame's accessible name. Defaults to “Webhooks”. */
  readonly title?: string | undefined;
  /** The frame's class, which replaces the default styles that fill the container. */
  readonly className?: string | undefined;
  /** Called when the session expires. Pass the `signedUrl` of a new one. */
  readonly onExpired?: (() => void) | undefined;
}

/**
 * Embeds one organization's webhook endpoints and deliveries in another product. It frames a page of the
 * platform, so styles and contents stay isolated, and the portal is always up to date with the platform.
 *
 * @example
 * ```tsx
 * import { WebhookPortal } from "@plugboard/components-react/portal";
 *
 * export const page = (
 *   <WebhookPortal
 *     signedUrl="https://docs.example.com/portal/org_1#pbp_…"
 *     theme={{ accent: "#0f766e" }}
 *     onExpired={() => location.reload()}
 *   />
 * );
 * ```
 */
export function WebhookPortal({ signedUrl, title = "Webhooks", ...props }: WebhookPortalProps): ReactNode {
  // The portal keeps its own origin, and therefore its session across reloads. It differs from this page's origin,
  // so it can't leave the frame.
  const sandbox = "allow-scripts allow-same-origin allow-forms";
  return <PlatformFrame {...props} url={signedUrl} title={title} sandbox={sandbox} />;
}
