import type { PortalTheme } from "@plugboard/api/client";
import { type ReactNode, useEffect, useRef } from "react";

/** Where the portal is, and how it looks. */
export interface WebhookPortalProps {
  /** The `signedUrl` of a session that `createPortalSession` made. The platform must allow this page's origin to frame it. */
  readonly signedUrl: string;
  /** In place of what the session says; may change while the portal is open. */
  readonly theme?: PortalTheme | undefined;
  /** Name of the frame for those who do not see it; “Webhooks” when left out. */
  readonly title?: string | undefined;
  /** Class of the frame, in place of the styles that make it fill its place. */
  readonly className?: string | undefined;
  /** Called when the session has ended: give the portal the `signedUrl` of a new one. */
  readonly onExpired?: (() => void) | undefined;
}

/** What the portal's page and the page around it say to each other. */
export type PortalMessage =
  | { readonly type: "plugboard-portal-ready" }
  | { readonly type: "plugboard-portal-expired" }
  | { readonly type: "plugboard-portal-theme"; readonly theme: PortalTheme };

const fill = { display: "block", width: "100%", height: "100%", minHeight: "40rem", border: 0 } as const;

/**
 * The webhook endpoints of one organization with their deliveries, in the page of another product: the platform's own page in a
 * frame. Neither page sees the other's styles or contents, and the portal is as new as the platform.
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
  // What follows the hash alone would not open the page anew.
  return <Frame key={props.signedUrl} {...props} />;
}

function Frame({ signedUrl, theme, title = "Webhooks", className, onExpired }: WebhookPortalProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const { origin } = new URL(signedUrl);
  // A theme that says the same need not be sent again.
  const look = JSON.stringify(theme ?? null);
  useEffect(() => {
    const sendTheme = (): void => {
      const chosen: PortalTheme | null = JSON.parse(look);
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
    // Before that there is another page in the frame, or none.
    if (isReady.current) sendTheme();
    return () => window.removeEventListener("message", onMessage);
  }, [origin, look, onExpired]);
  return (
    <iframe
      ref={frame}
      src={signedUrl}
      title={title}
      allow="clipboard-write"
      // With its own origin, which is not this page's, it keeps its session over a reload; it cannot leave the frame.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms"
      className={className}
      style={className === undefined ? fill : undefined}
    />
  );
}
