import { roles } from "@plugboard/api";
import type { OrganizationQuota, OrganizationUsage, RateUsage } from "@plugboard/api/client";
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
import { problemAt, TextField } from "../ui/text-field.tsx";

type RateName = "requests" | "emittedEvents" | "tasks";

const counted: readonly (readonly [Exclude<keyof OrganizationUsage, "limits" | RateName>, string])[] = [
  ["members", "Members"],
  ["apiKeys", "API keys"],
  ["spaces", "Spaces"],
  ["pages", "Pages"],
  ["sites", "Sites"],
  ["installations", "Installations"],
  ["webhookEndpoints", "Webhook endpoints"],
  ["deliveriesInFlight", "Deliveries in flight"],
  ["events", "Events kept"],
  ["storedCharacters", "Characters kept"],
];

const rates: readonly (readonly [RateName, string])[] = [
  ["requests", "Requests of API keys"],
  ["emittedEvents", "Events"],
  ["tasks", "Tasks"],
];

type QuotaName = keyof OrganizationQuota;

const quotas: readonly {
  readonly name: QuotaName;
  readonly title: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
}[] = [
  {
    name: "requestsPerMinute",
    title: "Requests a minute",
    hint: "All its API keys together. Leave it empty for the server's default.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "tasksPerMinute",
    title: "Tasks a minute",
    hint: "All its integrations together. Leave it empty to limit only each integration by itself.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "eventsPerMinute",
    title: "Events a minute",
    hint: "Beyond it, calls of the API are refused, and views are counted without an event. Leave it empty for no limit.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "maxDeliveriesInFlight",
    title: "Deliveries in flight",
    hint: "All its installations together; the others wait. Leave it empty for a fair share.",
    min: 1,
    max: 10_000_000,
  },
  {
    name: "maxWebhookEndpoints",
    title: "Webhook endpoints",
    hint: "Leave it empty for no limit.",
    min: 0,
    max: 10_000_000,
  },
  {
    name: "maxPageCharacters",
    title: "Characters of pages",
    hint: "All its pages as they are now. Leave it empty for no limit.",
    min: 0,
    max: 1_000_000_000_000,
  },
  {
    name: "keepBodiesDays",
    title: "Days that events keep what they carried",
    hint: "The record of their deliveries stays. Leave it empty for the server's default.",
    min: 1,
    max: 3650,
  },
  ...roles.map((role) => ({
    name: `${role}RequestsPerMinute` as const,
    title: `Requests per minute of each ${role}`,
    hint: "Each member and API key with this role. Leave it empty for the server's default.",
    min: 1,
    max: 10_000_000,
  })),
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
  return (
    <Page title="Usage" description="What the organization has, and what is left of its quota.">
      <ErrorMessage error={usage.error} onRetry={() => void usage.refetch()} />
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
        {formatNumber(perMinute - remaining)} of {formatNumber(perMinute)} in this minute
      </p>
      <meter
        aria-label={`${title} in this minute`}
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
  /** As they are set. */
  readonly limits: OrganizationQuota;
}

function QuotaForm({ organizationId, limits }: QuotaFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (name: QuotaName): string => typed[name] ?? String(limits[name] ?? "");
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
      showToast({ title: "The quotas were set" });
    },
  );
  const isPlaced = quotas.some(({ name }) => problemAt(set.error, name) !== undefined);
  return (
    <section className="panel" aria-label="Quotas">
      <h2>Quotas</h2>
      <p className="hint">They apply at once. Nothing that is already there is removed.</p>
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
        {!isPlaced && <ErrorMessage error={set.error} />}
        <p className="row">
          <Button
            type="submit"
            look="primary"
            busy={set.isPending}
            disabled={quotas.every(({ name }) => textOf(name) === String(limits[name] ?? ""))}
          >
            Set
          </Button>
        </p>
      </Form>
    </section>
  );
}
