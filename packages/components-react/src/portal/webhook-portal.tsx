import { createApiClient, type PortalSessionResource, type PortalTheme } from "@plugboard/api/client";
import { getPortalSession } from "@plugboard/api/routes";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { isEnded, type Portal, PortalContext, toError } from "./portal-data.ts";
import { PortalDeliveries } from "./portal-deliveries.tsx";
import { PortalEndpoints } from "./portal-endpoints.tsx";

/** Where the portal's data comes from, and how it looks. */
export interface WebhookPortalProps {
  /** Base URL of the platform's HTTP API, ends in `/v1`. It must take requests of this page's origin. */
  readonly endpoint: string;
  /** The token of a session that `createPortalSession` made. */
  readonly token: string;
  /** In place of what the session says. */
  readonly theme?: PortalTheme | undefined;
  /** Called when the session has ended: give the portal the token of a new one. */
  readonly onExpired?: (() => void) | undefined;
}

const views = ["Endpoints", "Deliveries"] as const;

/**
 * The webhook endpoints of one organization with their deliveries, for the page of another product. It needs the stylesheets
 * `@plugboard/components-react/tokens.css` and `@plugboard/components-react/portal.css`.
 *
 * @example
 * ```tsx
 * import { WebhookPortal } from "@plugboard/components-react/portal";
 *
 * export const page = (
 *   <WebhookPortal
 *     endpoint="https://docs.example.com/v1"
 *     token="pbp_…"
 *     theme={{ accent: "#0f766e" }}
 *     onExpired={() => location.reload()}
 *   />
 * );
 * ```
 */
export function WebhookPortal({ endpoint, token, theme, onExpired }: WebhookPortalProps): ReactNode {
  const api = useMemo(() => createApiClient({ endpoint, token }), [endpoint, token]);
  const [session, setSession] = useState<PortalSessionResource>();
  const [error, setError] = useState<Error>();
  const [changes, setChanges] = useState(0);
  const [view, setView] = useState<(typeof views)[number]>("Endpoints");
  const noteChange = useCallback(() => setChanges((before) => before + 1), []);
  const noteError = useCallback(
    (failure: Error): void => {
      if (!isEnded(failure)) return;
      setError(failure);
      onExpired?.();
    },
    [onExpired],
  );
  useEffect(() => {
    let isCurrent = true;
    const begin = async (): Promise<void> => {
      try {
        const read = await api.call(getPortalSession);
        if (!isCurrent) return;
        setError(undefined);
        setSession(read);
      } catch (reason) {
        if (!isCurrent) return;
        setError(toError(reason));
        noteError(toError(reason));
      }
    };
    void begin();
    return () => {
      isCurrent = false;
    };
  }, [api, noteError]);
  const portal = useMemo<Portal | undefined>(
    () => session && { api, session, changes, noteChange, noteError },
    [api, session, changes, noteChange, noteError],
  );
  const look = theme ?? session?.theme ?? {};
  return (
    <div
      className="plugboard plugboard-portal"
      data-theme={look.scheme}
      data-scheme={look.scheme ?? "system"}
      style={toStyle(look)}
    >
      {error !== undefined && (
        <p className="plugboard-portal-error" role="alert">
          {isEnded(error) ? "This session has ended. Open the portal anew." : error.message}
        </p>
      )}
      {error === undefined && portal === undefined && <p className="plugboard-portal-hint">Loading…</p>}
      {portal !== undefined && (error === undefined || !isEnded(error)) && (
        <PortalContext value={portal}>
          <header className="plugboard-portal-header">
            <h1>Webhooks of {portal.session.organization.title}</h1>
            <nav aria-label="Portal">
              {views.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-current={name === view ? "page" : undefined}
                  onClick={() => setView(name)}
                >
                  {name}
                </button>
              ))}
            </nav>
          </header>
          {view === "Endpoints" ? <PortalEndpoints /> : <PortalDeliveries />}
        </PortalContext>
      )}
    </div>
  );
}

/** The variables that a theme sets. Text on the accent is black or white, whichever is easier to read. */
function toStyle({ accent, radius }: PortalTheme): CSSProperties {
  const variables: Record<string, string> = {};
  if (radius !== undefined) variables["--plugboard-radius"] = `${radius}px`;
  if (accent !== undefined) {
    variables["--plugboard-accent"] = accent;
    variables["--plugboard-accent-hover"] = `color-mix(in srgb, ${accent} 85%, black)`;
    variables["--plugboard-accent-soft"] = `color-mix(in srgb, ${accent} 14%, transparent)`;
    variables["--plugboard-on-accent"] = luminanceOf(accent) > 0.179 ? "#000000" : "#ffffff";
  }
  return variables;
}

/** The relative luminance that WCAG defines. @param color - as `#rrggbb` */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
