import type { IntegrationLogQuery, IntegrationLogResource } from "@plugboard/api/client";
import {
  listInstallationDeliveries,
  listIntegrationLogs,
  listIntegrations,
  sendDeliveryAgain,
} from "@plugboard/api/routes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Radio, ScrollText } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api, readPage } from "../data/platform-api.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { ClearFilters, isFiltered, TextSearch } from "../deliveries/search-filters.tsx";
import { useSignedIn } from "../people/use-person.ts";
import { StreamDialog } from "../streams/stream-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { ChoiceFilter } from "../ui/filters.tsx";
import { formatDuration } from "../ui/format.ts";
import { MomentRange } from "../ui/moment-range.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { Moment } from "../ui/time.tsx";
import { LogFilterFields } from "./log-filter-fields.tsx";
import { type LogsSearch, kinds, levels } from "./logs-search.ts";

const route = getRouteApi("/logs");
const maxLines = 500;
const noFilters: LogsSearch = {
  level: undefined,
  kind: undefined,
  text: undefined,
  since: undefined,
  before: undefined,
};

/** Streams the log of an integration: its output and the calls of the platform. */
export function LogsPage(): ReactNode {
  const { integration, ...query } = route.useSearch();
  const { level, kind, text, since, before } = query;
  const navigate = route.useNavigate();
  const { isManager } = useSignedIn();
  const { current: organization } = useOrganizations();
  const [streaming, setStreaming] = useState(false);
  const integrations = useReadAllOnce(listIntegrations);
  const items = integrations.data ?? [];
  const shown = integration ?? items[0]?.name;
  const narrow = (change: LogsSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...change }) });
  return (
    <Page
      title="Logs"
      wide
      description="Output of integrations and the calls they received, newest first."
      actions={
        isManager && (
          <Button icon={Radio} onClick={() => setStreaming(true)}>
            Stream
          </Button>
        )
      }
    >
      {streaming && organization !== undefined && (
        <StreamDialog
          organizationId={organization.id}
          stream="logs"
          title="Stream logs"
          description="Sends new lines to a URL in batches, as signed webhooks with the usual retries. Only owners and admins can see it."
          renderFilter={(filter, onChange) => (
            <LogFilterFields integrations={items} filter={filter} onChange={onChange} />
          )}
          onClose={() => setStreaming(false)}
        />
      )}
      <search className="filter-bar">
        {items.length > 0 && (
          <ChoiceFilter
            name="integration"
            label="Integration"
            value={shown}
            required
            options={items.map(({ name, title }) => ({ value: name, title }))}
            onChange={(name) => narrow({ integration: name })}
          />
        )}
        <ChoiceFilter
          name="level"
          label="Level"
          value={level}
          options={levels.slice(1).map((one) => ({ value: one, title: `${one} and above` }))}
          onChange={(chosen) => narrow({ level: levels.find((one) => one === chosen) })}
        />
        <ChoiceFilter
          name="kind"
          label="Kind"
          value={kind}
          options={[
            { value: "log", title: "Logs" },
            { value: "dispatch", title: "Calls" },
          ]}
          onChange={(chosen) => narrow({ kind: kinds.find((one) => one === chosen) })}
        />
        <TextSearch label="Contains" search={{ text }} onChange={narrow} />
        <MomentRange
          since={since}
          end={before}
          endName="before"
          onStart={(time) => narrow({ since: time })}
          onEnd={(time) => narrow({ before: time })}
        />
        <ClearFilters search={query} cleared={noFilters} onChange={narrow} />
      </search>
      <ErrorMessage error={integrations.error} />
      {integrations.isSuccess && shown === undefined && (
        <EmptyState icon={ScrollText} title="No integrations yet">
          Publish an integration to see its logs here.
        </EmptyState>
      )}
      {shown !== undefined && (
        <Lines
          key={JSON.stringify([shown, query])}
          integration={shown}
          query={query}
          isFiltered={isFiltered(query, noFilters)}
        />
      )}
    </Page>
  );
}

interface LinesProps {
  readonly integration: string;
  readonly query: IntegrationLogQuery;
  readonly isFiltered: boolean;
}

function Lines({ integration, query, isFiltered }: LinesProps) {
  const { data, error, isPending } = useLines(integration, query);
  if (isPending) return <Skeleton rows={8} />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (data.length === 0) {
    return (
      <EmptyState icon={ScrollText} title={isFiltered ? "No matching entries" : "No log entries yet"}>
        {isFiltered
          ? "Logs are kept for 7 days, up to 10 MiB per integration. Clear a filter to see more."
          : "Events, renders and requests to the integration appear here as they happen."}
      </EmptyState>
    );
  }
  return (
    <section className="panel log-panel" aria-label="Log">
      <ol className="log-lines">
        {data.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line }: { readonly line: IntegrationLogResource }) {
  const { time, level, message, status, durationMilliseconds, kind, event, installation, fields } = line;
  return (
    <li>
      <Moment time={time} />
      <span data-level={level}>{level}</span>
      <span>
        {message}
        {event !== undefined && (
          <>
            {" "}
            <Link className="hint" to="/deliveries" search={{ event: event.id }}>
              {event.id}
            </Link>
          </>
        )}
        {fields !== undefined && <span className="hint"> {JSON.stringify(fields)}</span>}
      </span>
      <span className="hint log-end">
        {status} {durationMilliseconds !== undefined && formatDuration(durationMilliseconds)}
        {kind === "dispatch" && event !== undefined && installation !== undefined && (
          <ReplayButton eventId={event.id} installationId={installation} />
        )}
      </span>
    </li>
  );
}

interface ReplayButtonProps {
  readonly eventId: string;
  readonly installationId: string;
}

/** Replays a stored event to an installation's integration. */
function ReplayButton({ eventId, installationId }: ReplayButtonProps) {
  const params = { installationId };
  const replay = useChange(
    async () => {
      // The integration's own endpoint has the installation's ID.
      const query = { eventId, endpointId: installationId };
      const [delivery] = (await readPage(listInstallationDeliveries, { params, query })).items;
      if (delivery === undefined) throw new Error(`The content of ${eventId} is no longer stored.`);
      await api.call(sendDeliveryAgain, { params: { ...params, deliveryId: delivery.id } });
    },
    () => showToast({ title: "Replayed", description: eventId }),
  );
  return (
    <>
      <button
        type="button"
        className="link-button"
        disabled={replay.isPending}
        onClick={() => replay.mutate(undefined)}
      >
        Replay
      </button>
      <ErrorMessage error={replay.error} />
    </>
  );
}

/** Reads the latest log lines, newest first, and keeps them up to date. */
function useLines(integration: string, query: IntegrationLogQuery) {
  const client = useQueryClient();
  const key = JSON.stringify([listIntegrationLogs.id, integration, query]);
  const lines = useQuery({
    queryKey: [key],
    queryFn: async () => (await readPage(listIntegrationLogs, { params: { integration }, query })).items,
  });
  const { isSuccess } = lines;
  useEffect(() => {
    if (!isSuccess) return undefined;
    const [, name, filter]: [string, string, IntegrationLogQuery] = JSON.parse(key);
    const path = listIntegrationLogs.path.replace("{integration}", encodeURIComponent(name));
    const parameters = new URLSearchParams(
      Object.entries(filter).map(([parameter, value]) => [parameter, String(value)]),
    );
    const source = new EventSource(`/v1${path}?${parameters}`);
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const line: IntegrationLogResource = JSON.parse(data);
      client.setQueryData<readonly IntegrationLogResource[]>([key], (before = []) =>
        before.some(({ id }) => id === line.id) ? before : [line, ...before].slice(0, maxLines),
      );
    });
    return () => source.close();
  }, [client, key, isSuccess]);
  return lines;
}
