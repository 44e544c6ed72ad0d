import type { InstallationResource, IntegrationResource } from "@plugboard/api/client";
import {
  getInstallationManifest,
  getIntegration,
  installIntegration,
  listInstallations,
} from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll, useReadOnce } from "../data/queries.ts";
import { configurationsOf } from "../installed/configurations-of.ts";
import { LocationSettings } from "../installed/location-settings.tsx";
import { LocationsPanel } from "../installed/locations-panel.tsx";
import { statusOf } from "../installed/status-of.ts";
import { TestEventPanel } from "../installed/test-event-panel.tsx";
import { useKinds } from "../product/contract.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatList } from "../ui/format.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { ScopeList } from "../ui/scope-list.tsx";

const route = getRouteApi("/marketplace/$integration/install");

type StepName = "consent" | "settings" | "locations" | "test";

/** Installs an integration in steps: permissions, settings, resources, test event. */
export function InstallPage(): ReactNode {
  const { integration: name } = route.useParams();
  const { step = "consent", share } = route.useSearch();
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const plurals = formatList(useKinds().map(({ plural }) => plural));
  const steps: readonly { readonly name: StepName; readonly title: string }[] = [
    { name: "consent", title: "Permissions" },
    { name: "settings", title: "Settings" },
    { name: "locations", title: plurals.slice(0, 1).toUpperCase() + plurals.slice(1) },
    { name: "test", title: "Test" },
  ];
  const published = useReadOnce(getIntegration, { params: { integration: name }, query: { share } });
  const installations = useReadAll(listInstallations, { query: { organization: current?.id } });
  const installation = installations.data?.find(({ integration }) => integration === name);
  const go = (next: StepName): void => void navigate({ search: (before) => ({ ...before, step: next }) });
  const above = (
    <Link to="/marketplace/$integration" params={{ integration: name }} search={{ share }}>
      {published.data?.title ?? name}
    </Link>
  );
  if (published.data === undefined || installations.data === undefined) {
    return (
      <Page title="Install" above={above}>
        <ErrorMessage
          error={published.error ?? installations.error}
          onRetry={() => void Promise.all([published.refetch(), installations.refetch()])}
        />
        {(published.isPending || installations.isPending) && <Skeleton />}
      </Page>
    );
  }
  const shown = installation === undefined ? "consent" : step === "consent" ? "settings" : step;
  return (
    <Page title={`Install ${published.data.title}`} above={above}>
      <ol className="steps">
        {steps.map(({ name: one, title }) => (
          <li key={one} aria-current={one === shown ? "step" : undefined}>
            {title}
          </li>
        ))}
      </ol>
      {installation === undefined ? (
        <Consent
          integration={published.data}
          organization={current}
          share={share}
          onInstalled={() => go("settings")}
        />
      ) : (
        <InstalledSteps step={shown} integration={published.data} installation={installation} onStep={go} />
      )}
    </Page>
  );
}

interface ConsentProps {
  readonly integration: IntegrationResource;
  readonly organization: { readonly id: string; readonly title: string } | undefined;
  /** The share token of the link that led here. */
  readonly share: string | undefined;
  readonly onInstalled: () => void;
}

function Consent({ integration, organization, share, onInstalled }: ConsentProps) {
  const install = useChange(
    (id: string) =>
      api.call(installIntegration, {
        params: { integration: integration.name },
        query: { share },
        body: { organization: id },
      }),
    onInstalled,
  );
  if (organization === undefined) return null;
  return (
    <section className="panel" aria-label="Permissions">
      <h2>
        {integration.title} will be able to do the following in {organization.title}
      </h2>
      <ScopeList scopes={integration.scopes} />
      <ErrorMessage error={install.error} />
      <p className="row">
        <Button variant="primary" busy={install.isPending} onClick={() => install.mutate(organization.id)}>
          Allow and install
        </Button>
      </p>
    </section>
  );
}

interface InstalledStepsProps {
  readonly step: StepName;
  readonly integration: IntegrationResource;
  readonly installation: InstallationResource;
  readonly onStep: (step: StepName) => void;
}

function InstalledSteps({ step, integration, installation, onStep }: InstalledStepsProps) {
  const manifest = useReadOnce(getInstallationManifest, { params: { installationId: installation.id } });
  const { id, status, problems = [] } = installation;
  if (manifest.data === undefined)
    return manifest.error === null ? (
      <Skeleton />
    ) : (
      <ErrorMessage error={manifest.error} onRetry={() => void manifest.refetch()} />
    );
  const configurations = configurationsOf(manifest.data);
  const { account } = configurations;
  if (step === "settings") {
    const hasForm = account !== undefined && "properties" in account;
    return (
      <>
        {account === undefined ? (
          <p className="hint">This integration has no settings.</p>
        ) : (
          <LocationSettings
            title="Settings"
            location={{ installationId: id, kind: "organization" }}
            configuration={account}
            values={installation.configuration}
            problems={installation.problems}
            onContinue={() => onStep("locations")}
          />
        )}
        <p className="row">
          <StatusBadge status={statusOf(installation)} />
          {problems.length > 0 && (
            <span className="hint">{integration.title} reported a problem with these settings.</span>
          )}
          {status === "pending" && (
            <span className="hint">The integration becomes active once all required settings are saved.</span>
          )}
          {!hasForm && (
            <span className="end">
              <Button onClick={() => onStep("locations")}>Continue</Button>
            </span>
          )}
        </p>
      </>
    );
  }
  if (step === "locations") {
    return (
      <>
        <LocationsPanel installationId={id} target={integration.target} configurations={configurations} />
        <p className="row">
          <Button onClick={() => onStep("settings")}>Back</Button>
          <span className="end">
            <Button variant="primary" onClick={() => onStep("test")}>
              Next
            </Button>
          </span>
        </p>
      </>
    );
  }
  return (
    <>
      <TestEventPanel installationId={id} />
      <p className="row">
        <Button onClick={() => onStep("locations")}>Back</Button>
        <span className="end">
          <Link
            to="/installed/$installationId"
            params={{ installationId: id }}
            className="button"
            data-variant="primary"
          >
            Done
          </Link>
        </span>
      </p>
    </>
  );
}
