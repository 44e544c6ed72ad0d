import type { InstallationResource } from "@plugboard/api/client";
import { consentToInstallation, getIntegration } from "@plugboard/api/routes";
import { api } from "../data/platform-api.ts";
import { useChange, useReadOnce } from "../data/queries.ts";
import { ScopeList } from "../ui/scope-list.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";

/** Asks for consent if a newer version of an integration requests more permissions than it has. */
export function ConsentPanel({ installation }: { readonly installation: InstallationResource }) {
  const { id: installationId, integration, pendingScopes = [], pinnedVersion } = installation;
  const published = useReadOnce(getIntegration, { params: { integration } });
  const scopes = published.data?.scopes ?? [];
  const consent = useChange(
    () => api.call(consentToInstallation, { params: { installationId }, body: { scopes } }),
    () => showToast({ title: "Consented", description: `${integration} now runs the current version.` }),
  );
  if (pendingScopes.length === 0) return null;
  return (
    <section className="panel" aria-label="Consent">
      <h2>Additional permissions requested</h2>
      <p>
        {pinnedVersion === undefined
          ? "A new version requests permissions you haven’t granted."
          : `Version ${pinnedVersion} keeps running until you grant the current version these permissions:`}
      </p>
      <ScopeList scopes={pendingScopes} />
      <ErrorMessage error={consent.error ?? published.error} />
      <div className="actions">
        <Button
          variant="primary"
          busy={consent.isPending}
          disabled={published.data === undefined}
          onClick={() => consent.mutate(undefined)}
        >
          Consent
        </Button>
      </div>
    </section>
  );
}
