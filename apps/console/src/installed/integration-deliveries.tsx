import type { IntegrationEndpointResource } from "@plugboard/api/client";
import {
  getIntegrationEndpoint,
  listInstallationDeliveries,
  updateIntegrationEndpoint,
} from "@plugboard/api/routes";
import { api } from "../data/platform-api.ts";
import { useChange, useRead, useReadPage } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { disabledReasons } from "../endpoints/disabled-reasons.ts";
import { EndpointCharts } from "../endpoints/endpoint-charts.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { RecoveryPanel } from "../deliveries/recovery-panel.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Button } from "../ui/button.tsx";

/** Deliveries to an installation's integration, whose endpoint has the installation's ID. */
export function IntegrationDeliveries({ installationId }: { readonly installationId: string }) {
  const params = { installationId };
  const deliveries = useReadPage(listInstallationDeliveries, {
    params,
    query: { endpointId: installationId, limit: 1 },
  });
  // The endpoint is created with the first event.
  const hasSome = deliveries.data !== undefined && deliveries.data.items.length > 0;
  return (
    <section className="panel" aria-label="Deliveries to the integration">
      <h2>Deliveries to the integration</h2>
      {hasSome && <Endpoint installationId={installationId} />}
      <DeliveryTable of={{ endpointId: installationId }} />
    </section>
  );
}

function Endpoint({ installationId }: { readonly installationId: string }) {
  const endpoint = useRead(getIntegrationEndpoint, { params: { installationId } });
  return (
    <>
      <ErrorMessage error={endpoint.error} />
      {endpoint.data?.status === "disabled" && (
        <Disabled installationId={installationId} endpoint={endpoint.data} />
      )}
      <EndpointCharts endpoint={{ installationId }} />
      {endpoint.data?.status === "enabled" && <RecoveryPanel endpoint={{ installationId }} />}
    </>
  );
}

interface DisabledProps {
  readonly installationId: string;
  readonly endpoint: IntegrationEndpointResource;
}

function Disabled({ installationId, endpoint: { status, disabledReason: reason } }: DisabledProps) {
  const enable = useChange(() =>
    api.call(updateIntegrationEndpoint, { params: { installationId }, body: { status: "enabled" } }),
  );
  return (
    <>
      <p className="row">
        <StatusBadge status={status} />
        <span>Disabled automatically{reason !== undefined && `: ${disabledReasons[reason]}`}.</span>
        <Button busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
          Enable
        </Button>
      </p>
      <ErrorMessage error={enable.error} />
    </>
  );
}
