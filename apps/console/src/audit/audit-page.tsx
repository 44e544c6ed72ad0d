import type { ApiResponse } from "@plugboard/api/client";
import { listAuditEntries, listMembers } from "@plugboard/api/routes";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, ScrollText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useReadAllOnce } from "../data/queries.ts";
import { TextFilter } from "../ui/filters.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { Moment } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";

type Entry = ApiResponse<typeof listAuditEntries>["items"][number];

const route = getRouteApi("/audit");
const maxExported = 10_000;

/** The organization's audit log, with filters, the values before and after each change, and an export. */
export function AuditPage(): ReactNode {
  const { actor, operation, resource, since, until } = route.useSearch();
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const organization = current?.id;
  const members = useReadAllOnce(listMembers, { params: { organizationId: organization ?? "" } });
  const names = new Map(members.data?.map(({ id, name }) => [id, name]));
  const query = { organization, actor, operation, resource, since: toIso(since), until: toIso(until) };
  const pages = useInfiniteQuery({
    queryKey: [listAuditEntries.id, query] as const,
    queryFn: ({ pageParam: cursor }) => api.call(listAuditEntries, { query: { ...query, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Rows of another organization must not flash up while this one's load.
    placeholderData: (rows, before) => (before?.queryKey[1].organization === organization ? rows : undefined),
    enabled: organization !== undefined,
  });
  const [exporting, setExporting] = useState(false);
  const change = (part: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const download = async (): Promise<void> => {
    setExporting(true);
    try {
      const lines: string[] = [];
      for await (const entry of api.list(listAuditEntries, { query })) {
        lines.push(JSON.stringify(entry));
        if (lines.length >= maxExported) break;
      }
      save(`${lines.join("\n")}\n`);
      const isWhole = lines.length < maxExported;
      showToast({
        title: "Exported",
        description: isWhole
          ? `${lines.length} entries`
          : `Showing the newest ${lines.length}. Narrow the time range to see more.`,
      });
    } catch (error) {
      showToast({ title: "Couldn’t export the audit log", description: String(error) });
    }
    setExporting(false);
  };
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Audit log"
      description="Who changed what, when and from where."
      actions={
        <Button icon={Download} busy={exporting} onClick={() => void download()}>
          Export as JSON lines
        </Button>
      }
    >
      <search className="filter-bar">
        <TextFilter
          key={`operation ${operation}`}
          label="Operation"
          value={operation ?? ""}
          size={20}
          onChange={(text) => change({ operation: text === "" ? undefined : text })}
        />
        <TextFilter
          key={`actor ${actor}`}
          label="Actor ID"
          value={actor ?? ""}
          size={16}
          onChange={(text) => change({ actor: text === "" ? undefined : text })}
        />
        <TextFilter
          key={`resource ${resource}`}
          label="Resource ID"
          value={resource ?? ""}
          size={20}
          onChange={(text) => change({ resource: text === "" ? undefined : text })}
        />
        <label className="row">
          From
          <input
            type="date"
            value={since ?? ""}
            onChange={(event) => change({ since: event.target.value || undefined })}
          />
        </label>
        <label className="row">
          to before
          <input
            type="date"
            value={until ?? ""}
            onChange={(event) => change({ until: event.target.value || undefined })}
          />
        </label>
      </search>
      <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Skeleton rows={6} />}
      {pages.isSuccess && entries.length === 0 && (
        <EmptyState icon={ScrollText} title="No matching entries">
          Changes made in this organization appear here and are kept for a year. Clear a filter to see more.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <section className="panel" aria-label="Entries">
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} name={names.get(entry.actor.id)} />
          ))}
        </section>
      )}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Page>
  );
}

const actorWords: Readonly<Record<Entry["actor"]["type"], string>> = {
  admin: "Platform administrator",
  member: "Member",
  key: "API key",
  portal: "Portal session",
  integration: "Integration",
  installation: "Installation",
};

function EntryItem({ entry, name }: { readonly entry: Entry; readonly name: string | undefined }) {
  const { createdAt, actor, operation, resource, address, request, before, after } = entry;
  const parts = { request, before, after };
  return (
    <details className="audit-entry">
      <summary>
        <strong>{toWords(operation)}</strong> · {name ?? actorWords[actor.type]}
        {name === undefined && actor.id !== "" && (
          <>
            {" "}
            <code>{actor.id}</code>
          </>
        )}
        <span className="hint">
          {" "}
          · <Moment time={createdAt} />
          {address !== undefined && ` · from ${address}`}
        </span>
      </summary>
      <dl className="facts">
        {Object.entries(resource).map(([parameter, id]) => (
          <div key={parameter} className="fact">
            <dt>{parameter}</dt>
            <dd>
              <code>{String(id)}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Code text={JSON.stringify(parts)} label={`${operation}: request, before and after`} />
    </details>
  );
}

/** Returns an operation's name as words: “updateWebhookEndpoint” becomes “Update webhook endpoint”. */
function toWords(operation: string): string {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the start of a day in the reader's time zone.
 * @param day - as `2026-01-15`
 */
function toIso(day: string | undefined): string | undefined {
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = "audit-log.jsonl";
  link.click();
  URL.revokeObjectURL(link.href);
}
