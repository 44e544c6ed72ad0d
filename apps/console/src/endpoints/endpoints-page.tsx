import { getRouteApi, Link } from "@tanstack/react-router";
import { Link as LinkIcon, Plus, Webhook } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useOrganizationId } from "../data/organization.ts";
import { useMayChange, usePortalSession } from "../data/portal-session.ts";
import { type Targets, useTargets } from "../data/targets.ts";
import { useSignedIn } from "../people/use-person.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { HealthView } from "./endpoint-health.tsx";
import { Endpoint } from "./endpoint-panel.tsx";
import "./endpoints.css";

const formPages = () => import("./form/endpoint-form-pages.tsx");
const NewEndpointPage = lazy(async () => ({ default: (await formPages()).NewEndpointPage }));
const EditEndpointPage = lazy(async () => ({ default: (await formPages()).EditEndpointPage }));
const PortalDialog = lazy(async () => ({ default: (await import("./portal-dialog.tsx")).PortalDialog }));
const route = getRouteApi("/endpoints");

/** Lists the organization's webhook endpoints, or shows one of them or its form. */
export function EndpointsPage(): ReactNode {
  const { endpoint: openedId, form } = route.useSearch();
  const navigate = route.useNavigate();
  const targets = useTargets();
  const mayChange = useMayChange();
  const isPortal = usePortalSession() !== undefined;
  const { endpoints, installations, error, isPending } = targets;
  const opened = endpoints.find(({ id }) => id === openedId);
  const show = (endpoint: string | undefined): void => void navigate({ search: { endpoint } });
  const formProps = {
    onSaved: ({ id }: { readonly id: string }) => show(id),
    onCancel: () => show(openedId),
  };
  if (form === "new" && !isPending && error === null)
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <NewEndpointPage targets={targets} {...formProps} />
      </Suspense>
    );
  if (opened !== undefined && form === "edit")
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <EditEndpointPage key={opened.id} endpoint={opened} {...formProps} />
      </Suspense>
    );
  if (opened !== undefined) {
    const { title = opened.url } = installations.find(({ id }) => id === opened.installationId) ?? {};
    return (
      <Page
        title={title}
        above={
          <Link to="/endpoints" search={{}}>
            Endpoints
          </Link>
        }
      >
        <Endpoint key={opened.id} endpoint={opened} onDeleted={() => show(undefined)} />
      </Page>
    );
  }
  const add = mayChange && (
    <>
      {!isPortal && <PortalButton />}
      <Link className="button" data-variant="primary" to="/endpoints" search={{ form: "new" }}>
        <Plus aria-hidden size={15} />
        Add endpoint
      </Link>
    </>
  );
  return (
    <Page
      title="Endpoints"
      description="URLs and queues that receive events as signed webhooks."
      actions={add}
    >
      <ErrorMessage error={error} />
      {isPending && <Skeleton />}
      {openedId !== undefined && !isPending && error === null && (
        <p className="hint">Endpoint {openedId} doesn’t exist.</p>
      )}
      {!isPending && error === null && endpoints.length === 0 && (
        <EmptyState icon={Webhook} title="No endpoints yet">
          An endpoint receives the events of an installed integration. Add one, or install an integration such
          as Webhook that registers its own.
        </EmptyState>
      )}
      {endpoints.length > 0 && <EndpointTable targets={targets} />}
    </Page>
  );
}

/** Shown to users who can create portal links. */
function PortalButton() {
  const { isManager } = useSignedIn();
  const organizationId = useOrganizationId();
  const [isOpen, setOpen] = useState(false);
  if (!isManager || organizationId === undefined) return null;
  return (
    <>
      <Button icon={LinkIcon} onClick={() => setOpen(true)}>
        Portal…
      </Button>
      {isOpen && (
        <Suspense>
          <PortalDialog organizationId={organizationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function EndpointTable({ targets }: { readonly targets: Targets }) {
  const isPortal = usePortalSession() !== undefined;
  return (
    <div className="panel scroll whole-words">
      <table>
        <thead>
          <tr>
            <th>URL</th>
            <th>Health</th>
            <th className="wide-only">Events of</th>
            <th className="roomy-only">Event types</th>
            <th className="wide-only">Created</th>
          </tr>
        </thead>
        <tbody>
          {targets.endpoints.map(
            ({ id, url, destination, health, installationId, eventTypes, createdAt }) => {
              const installation = targets.installations.find((one) => one.id === installationId);
              return (
                <tr key={id}>
                  <td className="url">
                    <Link to="/endpoints" search={{ endpoint: id }}>
                      {url}
                    </Link>
                    {destination !== undefined && <span className="badge">{destination.type}</span>}
                  </td>
                  <td>
                    <HealthView health={health} />
                  </td>
                  <td className="wide-only">
                    {isPortal ? (
                      installation?.title
                    ) : (
                      <Link to="/installed/$installationId" params={{ installationId }}>
                        {installation?.title ?? installationId}
                      </Link>
                    )}
                  </td>
                  <td className="roomy-only">{eventTypes.join(", ")}</td>
                  <td className="wide-only">
                    <TimeAgo time={createdAt} />
                  </td>
                </tr>
              );
            },
          )}
        </tbody>
      </table>
    </div>
  );
}
