import { ApiError } from "@plugboard/api/client";
import {
  requestSupportAccess,
  getSession,
  listInstallations,
  listOrganizations,
} from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Building2, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api, readPage } from "../data/platform-api.ts";
import { useChange, useReadAllOnce, useReadOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { isShownAtFields, problemAt } from "../ui/text-field.tsx";
import { Field } from "./entry-form.tsx";

/**
 * Shows the console's pages, or the reason they are unavailable: no organization, a missing second factor, or
 * missing support access.
 */
export function OrganizationRequired({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { data } = useReadAllOnce(listOrganizations);
  const session = useReadOnce(getSession);
  const { current } = useOrganizations();
  const isAdministrator = session.data?.signedIn === true && session.data.person === undefined;
  const needsSupportAccess = useNeedsSupportAccess(isAdministrator ? current?.id : undefined);
  if (pathname === "/account") return children;
  const { person } = session.data ?? {};
  const isKeptOut =
    person?.hasSecondFactor === false &&
    person.memberships.some(({ requiresSecondFactor }) => requiresSecondFactor === true);
  if (isKeptOut && current === undefined)
    return (
      <Page title="Two-factor authentication required">
        <EmptyState icon={ShieldCheck} title="Your organization requires two-factor authentication">
          <Link to="/account">Set it up in your account</Link> with an authenticator app.
        </EmptyState>
      </Page>
    );
  if (current !== undefined && needsSupportAccess)
    return <SupportAccessForm key={current.id} organizationId={current.id} title={current.title} />;
  if (data?.length !== 0) return children;
  return (
    <Page title="No organization">
      <EmptyState icon={Building2} title="You aren’t a member of an organization">
        Open your invitation link again, or ask a member to invite you.
      </EmptyState>
    </Page>
  );
}

/** Returns whether the platform administrator must give a reason to see an organization with members. */
function useNeedsSupportAccess(organizationId: string | undefined): boolean {
  const query = { organization: organizationId, limit: 1 };
  const { error } = useQuery({
    queryKey: [listInstallations.id, { query }],
    queryFn: () => readPage(listInstallations, { query }),
    enabled: organizationId !== undefined,
  });
  return error instanceof ApiError && error.code === "support_access_required";
}

interface SupportAccessFormProps {
  readonly organizationId: string;
  readonly title: string;
}

/** Asks the platform administrator for a reason before granting support access to an organization. */
function SupportAccessForm({ organizationId, title }: SupportAccessFormProps) {
  const [reason, setReason] = useState("");
  const enter = useChange(() =>
    api.call(requestSupportAccess, { params: { organizationId }, body: { reason } }),
  );
  return (
    <Page title={title}>
      <Form className="panel entry-form" onSubmit={() => enter.mutate(undefined)}>
        <p>This organization has members. Your access and the reason will be recorded in its audit log.</p>
        <Field
          label="Reason"
          autoComplete="off"
          value={reason}
          onChange={setReason}
          problem={problemAt(enter.error, "reason")}
        />
        {!isShownAtFields(enter.error, ["reason"]) && <ErrorMessage error={enter.error} />}
        <Button type="submit" variant="primary" disabled={enter.isPending}>
          Get access for one hour
        </Button>
      </Form>
    </Page>
  );
}
