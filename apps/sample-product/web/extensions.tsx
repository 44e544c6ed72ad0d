import { createApiClient } from "@plugboard/api/client";
import { createPortalSession, getSession, listInstallations } from "@plugboard/api/routes";
import { InstallationSettings, Marketplace, WebhookPortal } from "@plugboard/components-react/portal";
import { createRoot } from "react-dom/client";

const theme = { accent: "#0f766e", radius: 4 } as const;

const api = createApiClient({ endpoint: "/v1", session: true });

/** Shows the marketplace, the settings of the first installation, and the webhooks of the user's organization. */
async function showExtensions(root: Element): Promise<void> {
  const { person } = await api.call(getSession);
  const organizationId = person?.memberships[0]?.organization;
  if (organizationId === undefined) return location.replace("/sign-in?return=/extensions");
  const { signedUrl } = await api.call(createPortalSession, { params: { organizationId }, body: {} });
  const { items } = await api.call(listInstallations, { query: { organization: organizationId } });
  const [installation] = items;
  const page = { consoleUrl: location.origin, organizationId, theme };
  createRoot(root).render(
    <>
      <h1>Extensions</h1>
      <Marketplace {...page} />
      {installation !== undefined && <InstallationSettings {...page} installationId={installation.id} />}
      <WebhookPortal signedUrl={signedUrl} theme={theme} />
    </>,
  );
}

const root = document.querySelector("main");
if (root !== null)
  showExtensions(root).catch((error: unknown) => {
    root.textContent = error instanceof Error ? error.message : "The extensions can’t be shown.";
  });
