import type { PortalTheme } from "@plugboard/api/client";
import { type ReactNode, useEffect, useRef } from "react";

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

/** A message between the portal and the page around it. */
export type PortalMessage =
  | { readonly type: "plugboard-portal-ready" }
  | { readonly type: "plugboard-portal-expired" }
  | { readonly type: "plugboard-portal-theme"; readonly theme: PortalTheme };

const fill = { display: "block", width: "100%", height: "100%", minHeight: "40rem", border: 0 } as const;

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
 *     signedUrl="https://docs.example.com/portal#pbp_…"
 *     theme={{ accent: "#0f766e" }}
 *     onExpired={() => location.reload()}
 *   />
 * );
 * ```
 */
export function WebhookPortal(props: WebhookPortalProps): ReactNode {
  // A change after the hash alone wouldn't reload the page.
  return <Frame key={props.signedUrl} {...props} />;
}

function Frame({ signedUrl, theme, title = "Webhooks", className, onExpired }: WebhookPortalProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const { origin } = new URL(signedUrl);
  // Avoids sending an unchanged theme again.
  const themeJson = JSON.stringify(theme ?? null);
  useEffect(() => {
    const sendTheme = (): void => {
      const chosen: PortalTheme | null = JSON.parse(themeJson);
      if (chosen === null) return;
      const message: PortalMessage = { type: "plugboard-portal-theme", theme: chosen };
      frame.current?.contentWindow?.postMessage(message, origin);
    };
    const onMessage = ({
      source,
      origin: sender,
      data,
    }: MessageEvent<Partial<PortalMessage> | null>): void => {
      if (source !== frame.current?.contentWindow || sender !== origin) return;
      if (data?.type === "plugboard-portal-ready") {
        isReady.current = true;
        sendTheme();
      }
      if (data?.type === "plugboard-portal-expired") onExpired?.();
    };
    window.addEventListener("message", onMessage);
    // Until the portal is ready, the frame is empty or shows a different page.
    if (isReady.current) sendTheme();
    return () => window.removeEventListener("message", onMessage);
  }, [origin, themeJson, onExpired]);
  return (
    <iframe
      ref={frame}
      src={signedUrl}
      title={title}
      allow="clipboard-write"
      // The portal keeps its own origin, and therefore its session across reloads. It differs from this
      // page's origin, so it can't leave the frame.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms"
      className={className}
      style={className === undefined ? fill : undefined}
    />
  );
}
