import { roles } from "@plugboard/api";
import type { OrganizationQuota, OrganizationUsage } from "@plugboard/api/client";
import { getOrganizationUsage, getOrganizationUsageDays, setOrganizationQuota } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { type Quota, useProduct } from "../product/console-product.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { DailyDeliveries } from "./daily-deliveries.tsx";
import { UsageCard } from "./usage-card.tsx";
import { platformCounters } from "./usage-counters.ts";
import { readUsageSearch, usagePeriods } from "./usage-search.ts";

const platformQuotas: readonly Quota[] = [
  {
    name: "requestsPerMinute",
    title: "Requests per minute",
    hint: "Shared by all API keys. Leave empty for the server default.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "tasksPerMinute",
    title: "Tasks per minute",
    hint: "Shared by all integrations. Leave empty to limit only each integration.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "eventsPerMinute",
    title: "Events per minute",
    hint: "Above this limit, API calls are rejected. Leave empty for no limit.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "maxDeliveriesInFlight",
    title: "Deliveries in flight",
    hint: "Shared by all installations. Deliveries above the limit wait. Leave empty for a fair share.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "maxWebhookEndpoints",
    title: "Webhook endpoints",
    hint: "Leave empty for no limit.",
    min: 0,
    max: 10_000_000,
  },
  {
    name: "keepBodiesDays",
    title: "Event payload retention (days)",
    hint: "Delivery records are kept after payloads are deleted. Leave empty for the server default.",
    min: 1,
    max: 3650,
  },
  ...roles.map((role) => ({
    name: `${role}RequestsPerMinute` as const,
    title: `Requests by each ${role} per minute`,
    hint: "For each member and API key with this role. Leave empty for the server default.",
    min: 1,
    max: 10_000_000,
  })),
];

/** Shows the organization's usage and quotas, which the platform administrator can edit. */
export function UsagePage(): ReactNode {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return <UsageOf key={current.id} organizationId={current.id} />;
}

const route = getRouteApi("/usage");

function UsageOf({ organizationId }: { readonly organizationId: string }) {
  const { days: period = "30" } = route.useSearch();
  const days = Number(period);
  const navigate = route.useNavigate();
  const usage = useRead(getOrganizationUsage, { params: { organizationId } });
  const stored = useQuery({
    queryKey: [getOrganizationUsageDays.id, organizationId, days],
    // Figures of the previous period are shown, with its label, until those of the new one arrive.
    queryFn: async () => ({
      period: days,
      ...(await api.call(getOrganizationUsageDays, { params: { organizationId }, query: { days } })),
    }),
    placeholderData: keepPreviousData,
  });
  const { isAdministrator } = useSignedIn();
  const { counters = [] } = useProduct();
  return (
    <Page
      title="Usage"
      description="This organization’s usage and quotas. Days are in UTC."
      actions={
        <label>
          <span className="visually-hidden">Period</span>
          <select
            value={period}
            onChange={({ target }) =>
              void navigate({
                search: (before) => ({ ...before, days: readUsageSearch({ days: target.value }).days }),
              })
            }
          >
            {usagePeriods.map((one) => (
              <option key={one} value={one}>
                Last {one} days
              </option>
            ))}
          </select>
        </label>
      }
    >
      <ErrorMessage
        error={usage.error ?? stored.error}
        onRetry={() => void Promise.all([usage.refetch(), stored.refetch()])}
      />
      {usage.data !== undefined && <NearQuotas near={usage.data.nearQuotas} />}
      <DailyDeliveries organizationId={organizationId} days={days} />
      {(usage.isPending || stored.isPending) && <Skeleton />}
      {usage.data !== undefined && stored.data !== undefined && (
        <div className="usage-cards">
          {[...platformCounters, ...counters].map((counter) => (
            <UsageCard
              key={counter.name}
              counter={counter}
              usage={usage.data}
              stored={stored.data.days}
              days={stored.data.period}
            />
          ))}
        </div>
      )}
      {isAdministrator && usage.data !== undefined && (
        <QuotaForm organizationId={organizationId} limits={usage.data.limits} />
      )}
    </Page>
  );
}

/** Lists the quotas that are nearly used up. */
function NearQuotas({ near }: { readonly near: OrganizationUsage["nearQuotas"] }) {
  const quotas = [...platformQuotas, ...(useProduct().quotas ?? [])];
  if (near.length === 0) return null;
  return (
    <section className="panel" aria-label="Quotas nearly used up">
      <h2>Quotas nearly used up</h2>
      <ul className="plain-list">
        {near.map(({ quota, percent, period }) => (
          <li key={quota}>
            {quotas.find(({ name }) => name === quota)?.title ?? quota}: <strong>{percent}%</strong> used
            {period === "day" ? " today" : ""}
          </li>
        ))}
      </ul>
      <p className="hint">Ask the platform administrator for a higher quota.</p>
    </section>
  );
}

interface QuotaFormProps {
  readonly organizationId: string;
  /** The current quotas. */
  readonly limits: OrganizationQuota;
}

function QuotaForm({ organizationId, limits }: QuotaFormProps) {
  const current: Readonly<Record<string, number | undefined>> = { ...limits };
  const quotas = [...platformQuotas, ...(useProduct().quotas ?? [])];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (name: Quota["name"]): string => typed[name] ?? String(current[name] ?? "");
  const set = useChange(
    () => {
      const entries = quotas.map(({ name }) => [name, textOf(name)] as const);
      const body = Object.fromEntries(
        entries.flatMap(([name, text]) => (text === "" ? [] : [[name, Number(text)]])),
      );
      return api.call(setOrganizationQuota, { params: { organizationId }, body });
    },
    () => {
      setTyped({});
      showToast({ title: "Quotas saved" });
    },
  );
  const isShownAtField = quotas.some(({ name }) => problemAt(set.error, name) !== undefined);
  return (
    <section className="panel" aria-label="Quotas">
      <h2>Quotas</h2>
      <p className="hint">Quotas take effect immediately. Existing data isn’t deleted.</p>
      <Form className="settings-form" onSubmit={() => set.mutate(undefined)}>
        {quotas.map(({ name, title, hint, min, max }) => (
          <TextField
            key={name}
            label={title}
            hint={hint}
            problem={problemAt(set.error, name)}
            type="number"
            min={min}
            max={max}
            value={textOf(name)}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        {!isShownAtField && <ErrorMessage error={set.error} />}
        <p className="row">
          <Button
            type="submit"
            variant="primary"
            busy={set.isPending}
            disabled={quotas.every(({ name }) => textOf(name) === String(current[name] ?? ""))}
          >
            Save quotas
          </Button>
        </p>
      </Form>
    </section>
  );
}
