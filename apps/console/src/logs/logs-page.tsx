import type { IntegrationLogQuery, IntegrationLogResource } from "@plugboard/api/client";
import { listIntegrationLogs, listIntegrations } from "@plugboard/api/routes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { api } from "../data/platform-api.ts";
import { useReadOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatDuration } from "../ui/format.ts";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { Moment } from "../ui/time.tsx";

const route = getRouteApi("/logs");
const levels = ["debug", "info", "warn", "error"] as const;
const kinds = ["log", "dispatch"] as const;
const maxLines = 500;

/** What integrations wrote while they ran, and the calls of them, as they come. */
export function LogsPage(): ReactNode {
  const { integration, level, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const integrations = useReadOnce(listIntegrations);
  const items = integrations.data?.items ?? [];
  const shown = integration ?? items[0]?.name;
  return (
    <Page
      title="Logs"
      wide
      description="What integrations wrote while they ran, and the calls of them, newest first."
    >
      <search className="row">
        <Choice
          label="Integration"
          value={shown}
          onChange={(name) => void navigate({ search: (before) => ({ ...before, integration: name }) })}
        >
          {items.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Choice>
        <Choice
          label="Level"
          value={level}
          onChange={(chosen) =>
            void navigate({
              search: (before) => ({ ...before, level: levels.find((one) => one === chosen) }),
            })
          }
        >
          <option value="">All levels</option>
          {levels.slice(1).map((one) => (
            <option key={one} value={one}>
              {one} and above
            </option>
          ))}
        </Choice>
        <Choice
          label="Kind"
          value={kind}
          onChange={(chosen) =>
            void navigate({
              search: (before) => ({ ...before, kind: kinds.find((one) => one === chosen) }),
            })
          }
        >
          <option value="">Logs and calls</option>
          <option value="log">Logs</option>
          <option value="dispatch">Calls</option>
        </Choice>
      </search>
      <ErrorMessage error={integrations.error} />
      {integrations.isSuccess && shown === undefined && (
        <EmptyState icon={ScrollText} title="No logs yet">
          Publish an integration; what it writes appears here.
        </EmptyState>
      )}
      {shown !== undefined && (
        <Lines key={`${shown} ${level} ${kind}`} integration={shown} query={{ level, kind }} />
      )}
    </Page>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value = "", onChange, children }: ChoiceProps) {
  return (
    <select
      className="narrow"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {children}
    </select>
  );
}

interface LinesProps {
  readonly integration: string;
  readonly query: IntegrationLogQuery;
}

function Lines({ integration, query }: LinesProps) {
  const { data, error, isPending } = useLines(integration, query);
  if (isPending) return <Skeleton rows={8} />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (data.length === 0) {
    return (
      <EmptyState icon={ScrollText} title="Nothing is logged yet">
        Events, renders and requests that reach the integration appear here as they happen.
      </EmptyState>
    );
  }
  return (
    <section className="panel log-panel" aria-label="Log">
      <ol className="log-lines">
        {data.map((line) => (
          <li key={line.id}>
            <Moment time={line.time} />
            <span data-level={line.level}>{line.level}</span>
            <span>{line.message}</span>
            <span className="hint">
              {line.status}{" "}
              {line.durationMilliseconds !== undefined && formatDuration(line.durationMilliseconds)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The latest lines of a log, newest first; new ones come by themselves. */
function useLines(integration: string, query: IntegrationLogQuery) {
  const client = useQueryClient();
  const key = JSON.stringify([listIntegrationLogs.id, integration, query]);
  const lines = useQuery({
    queryKey: [key],
    queryFn: async () => (await api.call(listIntegrationLogs, { params: { integration }, query })).items,
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
