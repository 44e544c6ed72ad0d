import { listInstallations } from "@plugboard/api/routes";
import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useRead } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { EndpointPanel } from "./endpoint-panel.tsx";

/** The webhook endpoints of the organization. */
export function EndpointsPage(): ReactNode {
  const installations = useRead(listInstallations);
  const { current } = useOrganizations();
  const shown = installations.data?.items.filter(({ organization }) => organization === current?.id);
  return (
    <Page title="Endpoints" description="URLs that receive events as signed webhooks.">
      <ErrorMessage error={installations.error} />
      {installations.isPending && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState icon={Webhook} title="No endpoints yet">
          An installed integration registers them.
        </EmptyState>
      )}
      {shown?.map(({ id }) => (
        <EndpointPanel key={id} installationId={id} />
      ))}
    </Page>
  );
}
