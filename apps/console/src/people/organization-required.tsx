import { ApiError, type MembershipOffer } from "@plugboard/api/client";
import { listInstallations } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Building2, ShieldCheck } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { organizationsQuery, useOrganizations } from "../data/organization.ts";
import { readPage } from "../data/platform-api.ts";
import { useJoinOrganization } from "../data/join-organization.ts";
import { useReadSession } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
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
  const supportAccess = useSupportAccess(isAdministrator ? current?.id : undefined);
  const [opened, setOpened] = useState<string>();
  if (supportAccess === "granted" && opened !== current?.id) setOpened(current?.id);
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
  const form = current !== undefined && supportAccess === "needed" && (
    <Suspense>
      <SupportAccessForm key={current.id} organizationId={current.id} title={current.title} />
    </Suspense>
  );
  if (form !== false && opened !== current?.id) return form;
  if (data?.length !== 0)
    return (
      <>
        {form !== false && (
          <>
            <p className="error" role="alert">
              Your support access to {current?.title} has ended. Copy your unsaved text, or get access again
              before you leave this page.
            </p>
            {form}
          </>
        )}
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
  if (person?.offers !== undefined && person.offers.length > 0) return <JoinPage offers={person.offers} />;
  return (
    <Page title="No organization">
      <EmptyState icon={Building2} title="You aren’t a member of an organization">
        Open your invitation link again, or ask a member to invite you.
      </EmptyState>
    </Page>
  );
}

function JoinPage({ offers }: { readonly offers: readonly MembershipOffer[] }) {
  const join = useJoinOrganization();
  return (
    <Page title="Join an organization">
      <EmptyState
        icon={Building2}
        title="An identity provider added your address"
        action={
          <div className="actions">
            {offers.map(({ organization, title }) => (
              <Button key={organization} busy={join.isPending} onClick={() => join.mutate(organization)}>
                Join {title}
              </Button>
            ))}
          </div>
        }
      >
        Join only organizations that you know. Any organization can add any address.
      </EmptyState>
      <ErrorMessage error={join.error} />
    </Page>
  );
}

/** Returns whether the platform administrator must give a reason to see an organization with members. `undefined` until it is known. */
function useSupportAccess(organizationId: string | undefined): "needed" | "granted" | undefined {
  const query = { organization: organizationId, limit: 1 };
  const { error, isSuccess } = useQuery({
    queryKey: [listInstallations.id, { query }],
    queryFn: () => readPage(listInstallations, { query }),
    enabled: organizationId !== undefined,
  });
  if (error instanceof ApiError && error.code === "support_access_required") return "needed";
  return isSuccess ? "granted" : undefined;
}
