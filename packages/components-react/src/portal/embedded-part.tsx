import type { CreatedEmbedToken, PortalTheme } from "@plugboard/api/client";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { embeddedSandbox } from "./embedded-pages.tsx";
import { PlatformFrame } from "./platform-frame.tsx";

/** Props of `EmbeddedPart`. */
export interface EmbeddedPartProps {
  /**
   * Returns a new token from `createEmbedToken`, which your server calls. Called when the part is shown, and before each
   * token expires. All tokens must be for the same part.
   */
  readonly getToken: () => Promise<CreatedEmbedToken>;
  /** Can change while the part is open. Defaults to the console's own. */
  readonly theme?: PortalTheme | undefined;
  /** The frame's accessible name. Defaults to “Integrations”. */
  readonly title?: string | undefined;
  /** The frame's class, which replaces the default styles that fill the container. */
  readonly className?: string | undefined;
  /** Called when the part can't be shown, because `getToken` failed or the platform refused its token. */
  readonly onExpired?: (() => void) | undefined;
}

/**
 * Embeds part of the console in any site: the marketplace, an installation's configuration screen, an integration's
 * component, or the webhook portal. The token that your server creates decides which. The frame of a component grows
 * with its contents. Frames use no cookies, so they also work in browsers that block third-party cookies.
 *
 * @example
 * ```tsx
 * import type { CreatedEmbedToken } from "@plugboard/api/client";
 * import { EmbeddedPart } from "@plugboard/components-react/portal";
 *
 * // Your server authenticates the user and calls createEmbedToken with its API key.
 * async function getToken(): Promise<CreatedEmbedToken> {
 *   const response = await fetch("/integrations-token", { method: "POST" });
 *   if (!response.ok) throw new Error("no token");
 *   return await response.json();
 * }
 *
 * export const page = <EmbeddedPart getToken={getToken} theme={{ accent: "#0f766e" }} />;
 * ```
 */
export function EmbeddedPart({ getToken, title = "Integrations", ...props }: EmbeddedPartProps): ReactNode {
  const { onExpired } = props;
  const [url, setUrl] = useState<string>();
  // A parent may pass new functions with each rendering, which must not load the frame again.
  const latest = useRef({ getToken, onExpired });
  useEffect(() => {
    latest.current = { getToken, onExpired };
  });
  // The token that came with the URL is the first one that the frame asks for.
  const first = useRef<CreatedEmbedToken>(undefined);
  const takeToken = useCallback(async () => {
    const token = first.current ?? (await latest.current.getToken());
    first.current = undefined;
    return token;
  }, []);
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<void> => {
      try {
        const token = await latest.current.getToken();
        if (!isShown) return;
        first.current = token;
        setUrl(token.url);
      } catch {
        if (isShown) latest.current.onExpired?.();
      }
    };
    void load();
    return () => {
      isShown = false;
    };
  }, []);
  if (url === undefined) return null;
  return <PlatformFrame {...props} url={url} title={title} sandbox={embeddedSandbox} getToken={takeToken} />;
}
