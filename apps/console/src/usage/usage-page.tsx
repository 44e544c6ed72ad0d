import type { OrganizationUsage } from "@plugboard/api/client";
import { getOrganizationUsage, setOrganizationQuota } from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { formatNumber } from "../ui/format.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";

const counted: readonly (readonly [Exclude<keyof OrganizationUsage, "limits" | "requests">, string])[] = [
  ["members", "Members"],
  ["apiKeys", "API keys"],
  ["spaces", "Spaces"],
  ["pages", "Pages"],
  ["sites", "Sites"],
  ["installations", "Installations"],
  ["webhookEndpoints", "Webhook endpoints"],
  ["events", "Events kept"],
  ["storedCharacters", "Characters kept"],
];

/** What the organization has and asks for; the platform's administrator says how much that may be. */
export function UsagePage(): ReactNode {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return <UsageOf key={current.id} organizationId={current.id} />;
}

function UsageOf({ organizationId }: { readonly organizationId: string }) {
  const usage = useRead(getOrganizationUsage, { params: { organizationId } });
  const { isAdministrator } = useSignedIn();
  const requests = usage.data?.requests;
  return (
    <Page title="Usage" description="What the organization has, and what is left of its quota.">
      <ErrorMessage error={usage.error} />
      {usage.isPending && <Skeleton />}
      {usage.data !== undefined && (
        <section className="panel" aria-label="Has">
          <dl className="figures">
            {counted.map(([name, title]) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{formatNumber(usage.data[name])}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {requests !== undefined && (
        <section className="panel" aria-label="Requests of API keys">
          <h2>Requests of API keys</h2>
          <p>
            {formatNumber(requests.perMinute - requests.remaining)} of {formatNumber(requests.perMinute)} in
            this minute
          </p>
          <meter
            aria-label="Requests of this minute"
            min={0}
            max={requests.perMinute}
            high={requests.perMinute * 0.8}
            value={requests.perMinute - requests.remaining}
          />
          {isAdministrator && (
            <QuotaForm
              organizationId={organizationId}
              perMinute={requests.perMinute}
              limits={usage.data?.limits ?? {}}
            />
          )}
        </section>
      )}
    </Page>
  );
}

interface QuotaFormProps {
  readonly organizationId: string;
  readonly perMinute: number;
  /** Set beside; they stay as they are. */
  readonly limits: OrganizationUsage["limits"];
}

function QuotaForm({ organizationId, perMinute, limits }: QuotaFormProps) {
  const [typed, setTyped] = useState(String(perMinute));
  const set = useChange(
    (requestsPerMinute: number | undefined) =>
      api.call(setOrganizationQuota, { params: { organizationId }, body: { ...limits, requestsPerMinute } }),
    ({ requests }) => {
      setTyped(String(requests.perMinute));
      showToast({ title: "The quota was set" });
    },
  );
  return (
    <Form className="row" onSubmit={() => set.mutate(Number(typed))}>
      <label>
        Requests a minute
        <input
          type="number"
          required
          min={1}
          max={10_000_000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button type="submit" look="primary" busy={set.isPending}>
        Set
      </Button>
      <Button busy={set.isPending} onClick={() => set.mutate(undefined)}>
        As everybody has
      </Button>
      <ErrorMessage error={set.error} />
    </Form>
  );
}
