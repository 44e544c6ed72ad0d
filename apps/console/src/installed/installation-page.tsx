import type { InstallationResource } from "@plugboard/api/client";
import { getInstallation, getInstallationManifest, getIntegration } from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useRead, useReadOnce } from "../data/queries.ts";
import { EndpointPanel } from "../endpoints/endpoint-panel.tsx";
import { IntegrationIcon } from "../ui/integration-icon.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { configurationsOf } from "./configurations-of.ts";
import { installationTabs } from "./installation-tabs.ts";
import { InstallationActions } from "./installation-actions.tsx";
import { IntegrationDeliveries } from "./integration-deliveries.tsx";
import { statusOf } from "./status-of.ts";
import { LocationSettings } from "./location-settings.tsx";
import { LocationsPanel } from "./locations-panel.tsx";

const ConsentPanel = lazy(async () => ({ default: (await import("./consent-panel.tsx")).ConsentPanel }));
const TestEventPanel = lazy(async () => ({
  default: (await import("./test-event-panel.tsx")).TestEventPanel,
}));
const SchedulesPanel = lazy(async () => ({
  default: (await import("./schedules-panel.tsx")).SchedulesPanel,
}));
const TasksPanel = lazy(async () => ({ default: (await import("./tasks-panel.tsx")).TasksPanel }));
const route = getRouteApi("/installed/$installationId");

/** Shows an installation: status, settings, spaces and sites, webhook endpoints and deliveries. */
export function InstallationPage(): ReactNode {
  const { installationId } = route.useParams();
  const installation = useRead(getInstallation, { params: { installationId } });
  if (installation.data !== undefined)
    return <Details key={installationId} installation={installation.data} />;
  return (
    <Page title="Installation" above={<Link to="/installed">Installed</Link>}>
      {installation.isPending && <Skeleton />}
      <ErrorMessage error={installation.error} onRetry={() => void installation.refetch()} />
    </Page>
  );
}

function Details({ installation }: { readonly installation: InstallationResource }) {
  const { id, integration } = installation;
  const { tab = "settings" } = route.useSearch();
  const published = useReadOnce(getIntegration, { params: { integration } });
  const manifest = useReadOnce(getInstallationManifest, { params: { installationId: id } });
  const configurations = configurationsOf(manifest.data);
  const { account } = configurations;
  return (
    <Page
      title={published.data?.title ?? integration}
      icon={published.data && <IntegrationIcon integration={published.data} />}
      description={
        <>
          <StatusBadge status={statusOf(installation)} />{" "}
          <CopyButton text={id} label="Copy installation ID" />
        </>
      }
      above={<Link to="/installed">Installed</Link>}
      actions={
        <InstallationActions installation={installation} title={published.data?.title ?? integration} />
      }
    >
      {installation.status === "paused" && (
        <section className="panel" aria-label="Paused">
          <h2>Paused</h2>
          {installation.pauseReason !== undefined && <p>{installation.pauseReason}</p>}
          <p className="hint">
            Its events are queued until you resume it. Its blocks and buttons don’t work.
          </p>
        </section>
      )}
      {installation.pendingScopes !== undefined && (
        <Suspense>
          <ConsentPanel installation={installation} />
        </Suspense>
      )}
      <Tabs chosen={tab} />
      {tab === "settings" && account !== undefined && (
        <LocationSettings
          title="Settings"
          location={{ installationId: id, kind: "organization" }}
          configuration={account}
          values={installation.configuration}
          problems={installation.problems}
        />
      )}
      {tab === "settings" && published.data !== undefined && (
        <LocationsPanel installationId={id} target={published.data.target} configurations={configurations} />
      )}
      {tab === "settings" && (
        <Suspense>
          <SchedulesPanel installationId={id} isActive={installation.status === "active"} />
        </Suspense>
      )}
      {tab === "endpoints" && <EndpointPanel installationId={id} />}
      {tab === "deliveries" && (
        <Suspense>
          <TasksPanel installationId={id} />
        </Suspense>
      )}
      {tab === "deliveries" && <IntegrationDeliveries installationId={id} />}
      {tab === "test" && (
        <Suspense fallback={<Skeleton />}>
          <TestEventPanel installationId={id} />
        </Suspense>
      )}
    </Page>
  );
}

const tabTitles: Readonly<Record<(typeof installationTabs)[number], string>> = {
  settings: "Settings",
  endpoints: "Webhook endpoints",
  deliveries: "Deliveries",
  test: "Test",
};

function Tabs({ chosen }: { readonly chosen: (typeof installationTabs)[number] }) {
  return (
    <nav className="tabs" aria-label="Installation">
      {installationTabs.map((tab) => (
        <Link
          key={tab}
          from="/installed/$installationId"
          to="."
          search={(before) => ({ ...before, tab })}
          aria-current={tab === chosen ? "page" : undefined}
        >
          {tabTitles[tab]}
        </Link>
      ))}
    </nav>
  );
}
