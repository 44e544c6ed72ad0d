import type { PortalTheme } from "@plugboard/api/client";
import type { ReactNode } from "react";
import { PlatformFrame } from "./platform-frame.tsx";

/** Props of `Marketplace`. */
export interface EmbeddedPageProps {
  /** The origin of the console, such as `https://tracker.example`. It must allow this page to frame it. */
  readonly consoleUrl: string;
  readonly organizationId: string;
  /** Can change while the page is open. Defaults to the console's own. */
  readonly theme?: PortalTheme | undefined;
  /** The frame's accessible name. Defaults to the name of the page. */
  readonly title?: string | undefined;
  /** The frame's class, which replaces the default styles that fill the container. */
  readonly className?: string | undefined;
  /** Called when the user has no session in the console. */
  readonly onExpired?: (() => void) | undefined;
}

/** Props of `InstallationSettings`. */
export interface InstallationSettingsProps extends EmbeddedPageProps {
  readonly installationId: string;
}

/**
 * Embeds the marketplace of an organization, in which users find, install and configure integrations. It frames the
 * console, with the session of the browser.
 *
 * @example
 * ```tsx
 * import { Marketplace } from "@plugboard/components-react/portal";
 *
 * export const page = (
 *   <Marketplace consoleUrl="https://tracker.example" organizationId="org_1" theme={{ accent: "#0f766e" }} />
 * );
 * ```
 */
export function Marketplace(props: EmbeddedPageProps): ReactNode {
  return <EmbeddedPage title="Marketplace" {...props} path="/marketplace" />;
}

/**
 * Embeds the configuration screen of an installation, with its status, webhook endpoints and deliveries. It frames the
 * console, with the session of the browser.
 *
 * @example
 * ```tsx
 * import { InstallationSettings } from "@plugboard/components-react/portal";
 *
 * export const page = (
 *   <InstallationSettings consoleUrl="https://tracker.example" organizationId="org_1" installationId="ins_1" />
 * );
 * ```
 */
export function InstallationSettings({ installationId, ...props }: InstallationSettingsProps): ReactNode {
  return (
    <EmbeddedPage title="Settings" {...props} path={`/installed/${encodeURIComponent(installationId)}`} />
  );
}

// The console opens windows to connect accounts.
export const embeddedSandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";

function EmbeddedPage({
  consoleUrl,
  organizationId,
  path,
  title = "",
  ...props
}: EmbeddedPageProps & { readonly path: string }) {
  const url = new URL(`/embed${path}`, consoleUrl);
  url.searchParams.set("organization", organizationId);
  return <PlatformFrame {...props} url={url.href} title={title} sandbox={embeddedSandbox} />;
}
