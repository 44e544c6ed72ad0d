import type { PortalTheme } from "@plugboard/api/client";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** A message between a framed page of the platform and the page around it. */
export type PortalMessage =
  | { readonly type: "plugboard-portal-ready" }
  | { readonly type: "plugboard-portal-expired" }
  | { readonly type: "plugboard-portal-theme"; readonly theme: PortalTheme }
  | { readonly type: "plugboard-embed-token-needed" }
  | { readonly type: "plugboard-embed-token"; readonly token: string; readonly expiresAt: string }
  | { readonly type: "plugboard-embed-token-failed" }
  | { readonly type: "plugboard-embed-height"; readonly height: number };

interface PlatformFrameProps {
  readonly url: string;
  readonly title: string;
  readonly sandbox: string;
  readonly theme?: PortalTheme | undefined;
  readonly className?: string | undefined;
  readonly onExpired?: (() => void) | undefined;
  /** Returns the token that the page asks for. */
  readonly getToken?: (() => Promise<{ readonly token: string; readonly expiresAt: string }>) | undefined;
}

const fill = { display: "block", width: "100%", height: "100%", minHeight: "40rem", border: 0 } as const;

/** Frames a page of the platform, and passes it the theme. */
export function PlatformFrame(props: PlatformFrameProps): ReactNode {
  // A change after the hash alone wouldn't reload the page.
  return <Frame key={props.url} {...props} />;
}

function Frame({ url, theme, title, sandbox, className, onExpired, getToken }: PlatformFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const [height, setHeight] = useState<number>();
  const { origin } = new URL(url);
  // Avoids sending an unchanged theme again.
  const themeJson = JSON.stringify(theme ?? null);
  useEffect(() => {
    const say = (message: PortalMessage): void => frame.current?.contentWindow?.postMessage(message, origin);
    const sendTheme = (): void => {
      const chosen: PortalTheme | null = JSON.parse(themeJson);
      if (chosen === null) return;
      say({ type: "plugboard-portal-theme", theme: chosen });
    };
    const sendToken = async (): Promise<void> => {
      try {
        const { token, expiresAt } = (await getToken?.()) ?? {};
        if (token === undefined || expiresAt === undefined) return;
        // Only the platform's page receives the token, even if the frame has been navigated.
        say({ type: "plugboard-embed-token", token, expiresAt });
      } catch {
        say({ type: "plugboard-embed-token-failed" });
        onExpired?.();
      }
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
      if (data?.type === "plugboard-embed-token-needed") void sendToken();
      if (data?.type === "plugboard-embed-height" && typeof data.height === "number") setHeight(data.height);
    };
    window.addEventListener("message", onMessage);
    // Until the portal is ready, the frame is empty or shows a different page.
    if (isReady.current) sendTheme();
    return () => window.removeEventListener("message", onMessage);
  }, [origin, themeJson, onExpired, getToken]);
  const style = className === undefined ? fill : undefined;
  return (
    <iframe
      ref={frame}
      src={url}
      title={title}
      allow="clipboard-write"
      // The pages are the platform's own.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox={sandbox}
      className={className}
      style={height === undefined ? style : { ...style, height: `${height}px`, minHeight: 0 }}
    />
  );
}
