import type { InstallationResource } from "@plugboard/api/client";
import {
  deleteInstallation,
  getInstallation,
  getInstallationManifest,
  getIntegration,
  listSiteInstallations,
  listSpaceInstallations,
  listWebhookEndpoints,
  pauseInstallation,
  resumeInstallation,
} from "@plugboard/api/routes";
import type { ManifestConfigurations } from "@plugboard/manifest";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead, useReadAll, useReadOnce } from "../data/queries.ts";
import { EndpointPanel } from "../endpoints/endpoint-panel.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount, formatList } from "../ui/format.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { IntegrationDeliveries } from "./integration-deliveries.tsx";
import { statusOf } from "./status-of.ts";
import { PlaceSettings } from "./place-settings.tsx";
import { PlacesPanel } from "./places-panel.tsx";

const ConsentPanel = lazy(async () => ({ default: (await import("./consent-panel.tsx")).ConsentPanel }));
const route = getRouteApi("/installed/$installationId");

/** One installation: its status, settings, places, webhook endpoints and deliveries. */
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
  const published = useReadOnce(getIntegration, { params: { integration } });
  const manifest = useReadOnce(getInstallationManifest, { params: { installationId: id } });
  const configurations: ManifestConfigurations = manifest.data?.configurations ?? {};
  const { account } = configurations;
  return (
    <Page
      title={published.data?.title ?? integration}
      description={
        <>
          <StatusBadge status={statusOf(installation)} />{" "}
          <Copyable text={id} label="Copy the installation's id" />
        </>
      }
      above={<Link to="/installed">Installed</Link>}
      actions={<StatusButtons installation={installation} title={published.data?.title ?? integration} />}
    >
      {installation.pendingScopes !== undefined && (
        <Suspense>
          <ConsentPanel installation={installation} />
        </Suspense>
      )}
      {account !== undefined && (
        <PlaceSettings
          title="Settings"
          place={{ installationId: id, kind: "organization" }}
          configuration={account}
          values={installation.configuration}
          problems={installation.problems}
        />
      )}
      {published.data !== undefined && (
        <PlacesPanel installationId={id} target={published.data.target} configurations={configurations} />
      )}
      <EndpointPanel installationId={id} />
      <IntegrationDeliveries installationId={id} />
    </Page>
  );
}

/** Says by name what goes with an installation. */
function RemovalConsequence({
  installationId,
  title,
}: {
  readonly installationId: string;
  readonly title: string;
}) {
  const params = { installationId };
  const spaces = useReadAll(listSpaceInstallations, { params });
  const sites = useReadAll(listSiteInstallations, { params });
  const endpoints = useReadAll(listWebhookEndpoints, { params });
  const counts = [
    [spaces.data?.length ?? 0, "space"],
    [sites.data?.length ?? 0, "site"],
  ] as const;
  const places = counts.filter(([count]) => count > 0).map(([count, word]) => formatCount(count, word));
  return (
    <>
      <p>Removed for good:</p>
      <ul className="consequences">
        <li>its settings, and the accounts that are connected</li>
        {places.length > 0 && <li>its place in {formatList(places)}, with the settings there</li>}
        {endpoints.data?.map(({ id, url }) => (
          <li key={id}>
            the webhook endpoint <code>{url}</code> with its secret
          </li>
        ))}
      </ul>
      <p>
        {title} receives no more events, and its blocks in pages stay as they are written but show nothing.
        The deliveries so far stay listed.
      </p>
    </>
  );
}

interface StatusButtonsProps {
  readonly installation: InstallationResource;
  readonly title: string;
}

function StatusButtons({ installation: { id, status }, title }: StatusButtonsProps) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const params = { installationId: id };
  const change = useChange((to: "pause" | "resume") =>
    api.call(to === "pause" ? pauseInstallation : resumeInstallation, { params }),
  );
  const remove = useChange(
    () => api.call(deleteInstallation, { params }),
    () => void navigate({ to: "/installed" }),
  );
  return (
    <>
      {status === "active" && <Button onClick={() => change.mutate("pause")}>Pause</Button>}
      {status === "paused" && <Button onClick={() => change.mutate("resume")}>Resume</Button>}
      <Button onClick={() => setRemoving(true)}>Remove…</Button>
      <ErrorMessage error={change.error} />
      {removing && (
        <ConfirmDialog
          title={`Remove ${title}?`}
          consequence={<RemovalConsequence installationId={id} title={title} />}
          action="Remove"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onCancel={() => setRemoving(false)}
        />
      )}
    </>
  );
}
