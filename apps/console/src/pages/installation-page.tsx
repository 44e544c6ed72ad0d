import type { InstallationResource } from "@plugboard/api/client";
import {
  deleteInstallation,
  getInstallation,
  getIntegration,
  getIntegrationManifest,
  pauseInstallation,
  resumeInstallation,
} from "@plugboard/api/routes";
import type { ManifestConfigurations } from "@plugboard/manifest";
import { Link, useLocation } from "wouter";
import { EndpointPanel } from "../parts/endpoint-panel.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { IntegrationDeliveries } from "../parts/integration-deliveries.tsx";
import { PlaceSettings } from "../parts/place-settings.tsx";
import { PlacesPanel } from "../parts/places-panel.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { api } from "../platform-api.ts";
import { useChange, useRead, useReadOnce } from "../queries.ts";

/** One installation: its status, settings, places, webhook endpoints and deliveries. */
export function InstallationPage({ id }: { readonly id: string }) {
  const installation = useRead(getInstallation, { params: { installationId: id } });
  return (
    <>
      <p>
        <Link href="/integrations">← Integrations</Link>
      </p>
      <ErrorMessage error={installation.error} />
      {installation.data !== undefined && <Details installation={installation.data} />}
    </>
  );
}

function Details({ installation }: { readonly installation: InstallationResource }) {
  const { id, integration } = installation;
  const published = useReadOnce(getIntegration, { params: { integration } });
  const manifest = useReadOnce(getIntegrationManifest, { params: { integration } });
  const configurations: ManifestConfigurations = manifest.data?.configurations ?? {};
  const { account } = configurations;
  return (
    <>
      <div className="row">
        <h1>{published.data?.title ?? integration}</h1>
        <StatusBadge status={installation.status} />
      </div>
      <StatusButtons installation={installation} />
      {account !== undefined && (
        <PlaceSettings
          title="Settings"
          place={{ installationId: id, kind: "organization" }}
          configuration={account}
          values={installation.configuration}
        />
      )}
      {published.data !== undefined && (
        <PlacesPanel installationId={id} target={published.data.target} configurations={configurations} />
      )}
      <EndpointPanel installationId={id} />
      <IntegrationDeliveries installationId={id} />
    </>
  );
}

function StatusButtons({ installation: { id, status } }: { readonly installation: InstallationResource }) {
  const [, navigate] = useLocation();
  const params = { installationId: id };
  const change = useChange((to: "pause" | "resume") =>
    api.call(to === "pause" ? pauseInstallation : resumeInstallation, { params }),
  );
  const remove = useChange(
    () => api.call(deleteInstallation, { params }),
    () => navigate("/integrations"),
  );
  return (
    <>
      <p className="row">
        {status === "active" && (
          <button type="button" className="quiet" onClick={() => change.mutate("pause")}>
            Pause
          </button>
        )}
        {status === "paused" && (
          <button type="button" className="quiet" onClick={() => change.mutate("resume")}>
            Resume
          </button>
        )}
        <button
          type="button"
          className="quiet danger"
          onClick={() => {
            if (!window.confirm("Remove this installation and its webhook endpoints?")) return;
            remove.mutate(undefined);
          }}
        >
          Remove
        </button>
      </p>
      <ErrorMessage error={change.error ?? remove.error} />
    </>
  );
}
