import type { PortalTheme } from "@plugboard/api/client";
import type { PortalMessage } from "@plugboard/components-react/portal";
import { useEffect } from "react";
import { say } from "../data/say-to-host.ts";
import { applyPortalTheme, readPortalTheme } from "./portal-theme.ts";

/** Applies a theme, then those that the embedding page sends. Waits while the theme is `undefined`. */
export function useHostTheme(theme: PortalTheme | undefined): void {
  useEffect(() => {
    if (theme === undefined) return undefined;
    applyPortalTheme(theme);
    const onMessage = ({ source, data: message }: MessageEvent<Partial<PortalMessage> | null>): void => {
      // Only origins the operator allows can frame this page, and they can only change its theme.
      if (source !== window.parent || message?.type !== "plugboard-portal-theme") return;
      applyPortalTheme(readPortalTheme(message.theme));
    };
    window.addEventListener("message", onMessage);
    say({ type: "plugboard-portal-ready" });
    return () => window.removeEventListener("message", onMessage);
  }, [theme]);
}
