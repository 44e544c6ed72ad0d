import { callApi } from "../call-api.ts";
import { type IntegrationEndpoint, useChange, useRead } from "../queries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointHealth } from "./endpoint-health.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { RecoveryPanel } from "./recovery-panel.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** What went to an installation's integration itself, whose endpoint has the installation's own id. */
export function IntegrationDeliveries({ installationId }: { readonly installationId: string }) {
  const path = `/v1/installations/${installationId}/integration-endpoint`;
  const listPath = `/v1/installations/${installationId}/deliveries?endpointId=${encodeURIComponent(installationId)}`;
  const deliveries = useRead("deliveries", listPath);
  // The endpoint is made for the first event.
  const hasSome = deliveries.data !== undefined && deliveries.data.items.length > 0;
  return (
    <section className="panel" aria-label="Deliveries to the integration">
      <h2>Deliveries to the integration</h2>
      {hasSome && <Endpoint path={path} />}
      <DeliveryTable path={listPath} />
    </section>
  );
}

function Endpoint({ path }: { readonly path: string }) {
  const endpoint = useRead("integrationEndpoint", path);
  return (
    <>
      <ErrorMessage error={endpoint.error} />
      {endpoint.data?.status === "disabled" && <Disabled path={path} endpoint={endpoint.data} />}
      <EndpointHealth path={path} />
      {endpoint.data?.status === "enabled" && <RecoveryPanel path={path} />}
    </>
  );
}

interface DisabledProps {
  readonly path: string;
  readonly endpoint: IntegrationEndpoint;
}

function Disabled({ path, endpoint: { status, disabledReason: reason } }: DisabledProps) {
  const enable = useChange(() => callApi("PATCH", path, { status: "enabled" }));
  return (
    <>
      <p className="row">
        <StatusBadge status={status} />
        <span>The platform disabled it{reason !== undefined && `: ${disabledReasons[reason]}`}.</span>
        <button
          type="button"
          className="quiet"
          disabled={enable.isPending}
          onClick={() => enable.mutate(undefined)}
        >
          Enable
        </button>
      </p>
      <ErrorMessage error={enable.error} />
    </>
  );
}
