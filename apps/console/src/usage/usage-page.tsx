import { roles } from "@plugboard/api";
import type { OrganizationQuota, RateUsage } from "@plugboard/api/client";
import { getOrganizationUsage, setOrganizationQuota } from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { type Counter, type Quota, useProduct } from "../product/console-product.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { formatNumber } from "../ui/format.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { DailyDeliveries } from "./daily-deliveries.tsx";

type RateName = "requests" | "emittedEvents" | "tasks";

const counted: readonly Counter[] = [
  { name: "members", title: "Members" },
  { name: "apiKeys", title: "API keys" },
  { name: "installations", title: "Installations" },
  { name: "webhookEndpoints", title: "Webhook endpoints" },
  { name: "deliveriesInFlight", title: "Deliveries in flight" },
  { name: "events", title: "Stored events" },
  { name: "storedCharacters", title: "Stored characters" },
];

const rates: readonly (readonly [RateName, string])[] = [
  ["requests", "API key requests"],
  ["emittedEvents", "Events"],
  ["tasks", "Tasks"],
];

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

function UsageOf({ organizationId }: { readonly organizationId: string }) {
  const usage = useRead(getOrganizationUsage, { params: { organizationId } });
  const { isAdministrator } = useSignedIn();
  const { counters = [] } = useProduct();
  return (
    <Page title="Usage" description="This organization’s usage and quotas.">
      <ErrorMessage error={usage.error} onRetry={() => void usage.refetch()} />
      {usage.isPending && <Skeleton />}
      {usage.data !== undefined && (
        <section className="panel" aria-label="Resources">
          <dl className="figures">
            {[...counted, ...counters].map(({ name, title }) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{formatNumber(usage.data[name])}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <DailyDeliveries organizationId={organizationId} />
      {rates.map(([name, title]) => {
        const rate = usage.data?.[name];
        return rate === undefined ? null : <RateOfMinute key={name} title={title} rate={rate} />;
      })}
      {isAdministrator && usage.data !== undefined && (
        <QuotaForm organizationId={organizationId} limits={usage.data.limits} />
      )}
    </Page>
  );
}

function RateOfMinute({ title, rate }: { readonly title: string; readonly rate: RateUsage }) {
  const { perMinute, remaining } = rate;
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <p>
        {formatNumber(perMinute - remaining)} of {formatNumber(perMinute)} this minute
      </p>
      <meter
        aria-label={`${title} this minute`}
        min={0}
        max={perMinute}
        high={perMinute * 0.8}
        value={perMinute - remaining}
      />
    </section>
  );
}

interface QuotaFormProps {
  readonly organizationId: string;
  /** The current quotas. */
  readonly limits: OrganizationQuota;
}

function QuotaForm({ organizationId, limits }: QuotaFormProps) {
  const quotas = [...platformQuotas, ...(useProduct().quotas ?? [])];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (name: Quota["name"]): string => typed[name] ?? String(limits[name] ?? "");
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
            onType={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        {!isShownAtField && <ErrorMessage error={set.error} />}
        <p className="row">
          <Button
            type="submit"
            variant="primary"
            busy={set.isPending}
            disabled={quotas.every(({ name }) => textOf(name) === String(limits[name] ?? ""))}
          >
            Save quotas
          </Button>
        </p>
      </Form>
    </section>
  );
}
