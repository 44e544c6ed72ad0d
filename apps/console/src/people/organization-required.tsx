import { ApiError } from "@plugboard/api/client";
import { listInstallations } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Building2, ShieldCheck } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { organizationsQuery, useOrganizations } from "../data/organization.ts";
import { readPage } from "../data/platform-api.ts";
import { useReadSession } from "../data/queries.ts";
import { lazy } from "../ui/lazy.ts";
import { EmptyState, Page } from "../ui/page.tsx";

const SupportAccessForm = lazy(async () => ({
  default: (await import("./support-access-form.tsx")).SupportAccessForm,
}));

/**
 * Shows the console's pages, or the reason they are unavailable: no organization, a missing second factor, or
 * missing support access.
 */
export function OrganizationRequired({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { data } = useQuery(organizationsQuery);
  const session = useReadSession();
  const { all, current } = useOrganizations();
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
    return (
      <Suspense>
        <SupportAccessForm key={current.id} organizationId={current.id} title={current.title} />
      </Suspense>
    );
  if (data?.length !== 0)
    return (
      <>
        {current?.isLost === true && (
          <div className="error" role="alert">
            <p>
              {isKeptOut
                ? `${current.title} now requires two-factor authentication.`
                : `You no longer have access to ${current.title}.`}{" "}
              Copy your unsaved text before you leave this page.
            </p>
            {isKeptOut && <Link to="/account">Set it up in your account</Link>}
            {all.slice(0, 3).map(({ id, title }) => (
              <Link key={id} to="/" search={{ organization: id }}>
                Open {title}
              </Link>
            ))}
          </div>
        )}
        {children}
      </>
    );
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
