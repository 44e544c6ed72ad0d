import type { ApiResponse } from "@plugboard/api/client";
import { listAuditEntries } from "@plugboard/api/routes";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, Radio, ScrollText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { type OpenApi, useOpenApi } from "../data/openapi.ts";
import { api, readPage } from "../data/platform-api.ts";
import { StreamDialog } from "../streams/stream-dialog.tsx";
import { ChoiceFilter } from "../ui/filters.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { MomentRange } from "../ui/moment-range.tsx";
import { Moment } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";
import { CopyButton } from "../ui/copy.tsx";
import { listFieldChanges } from "./field-changes.ts";
import { type NamedResource, useResourceNames } from "./resource-names.ts";

type Entry = ApiResponse<typeof listAuditEntries>["items"][number];

const route = getRouteApi("/audit");
const maxExported = 10_000;

/** The organization's audit log, with filters, the values before and after each change, and an export. */
export function AuditPage(): ReactNode {
  const { actor, operation, resource, since, until } = route.useSearch();
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const organization = current?.id;
  const document = useOpenApi();
  const resources = useResourceNames();
  const named = new Map(resources.map((each) => [each.id, each]));
  const query = { organization, actor, operation, resource, since, until };
  const pages = useInfiniteQuery({
    queryKey: [listAuditEntries.id, query] as const,
    queryFn: ({ pageParam: cursor }) => readPage(listAuditEntries, { query: { ...query, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Avoids showing another organization's rows while this organization's load.
    placeholderData: (rows, before) => (before?.queryKey[1].organization === organization ? rows : undefined),
    enabled: organization !== undefined,
  });
  const [exporting, setExporting] = useState(false);
  const [streaming, setStreaming] = useState(false);
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
  const isReversed = since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until);
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Audit log"
      description="Who changed what, when and from where."
      actions={
        <>
          <Button icon={Radio} onClick={() => setStreaming(true)}>
            Stream
          </Button>
          <Button icon={Download} busy={exporting} onClick={() => void download()}>
            Export as JSON lines
          </Button>
        </>
      }
    >
      {streaming && organization !== undefined && (
        <StreamDialog
          organizationId={organization}
          stream="audit"
          title="Stream audit log"
          description="Sends each new entry to a URL as a signed webhook, with the usual retries. Only owners and admins can see it."
          onClose={() => setStreaming(false)}
        />
      )}
      <search className="filter-bar">
        <ChoiceFilter
          name="operation"
          label="Action"
          value={operation}
          options={listChanges(document ?? {})}
          onChange={(chosen) => change({ operation: chosen })}
        />
        <ChoiceFilter
          name="actor"
          label="Actor"
          value={actor}
          options={resources.filter(isActor).map(toOption)}
          onChange={(chosen) => change({ actor: chosen })}
        />
        <ChoiceFilter
          name="resource"
          label="Resource"
          value={resource}
          options={resources.map(toOption)}
          onChange={(chosen) => change({ resource: chosen })}
        />
        <MomentRange
          since={since}
          end={until}
          endName="until"
          onStart={(time) => change({ since: time })}
          onEnd={(time) => change({ until: time })}
        />
      </search>
      {isReversed && (
        <p className="problem" role="alert">
          The start must be before the end. Choose an earlier start.
        </p>
      )}
      <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Skeleton rows={6} />}
      {pages.isSuccess && entries.length === 0 && !isReversed && (
        <EmptyState icon={ScrollText} title="No matching entries">
          Changes made in this organization appear here and are kept for a year. Clear a filter to see more.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <section className="panel" aria-label="Entries">
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} named={named} />
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

const actorLabels: Readonly<Record<Entry["actor"]["type"], string>> = {
  admin: "Platform administrator",
  member: "Member",
  key: "API key",
  portal: "Portal session",
  integration: "Integration",
  installation: "Installation",
};

/** Returns the operations that the log records, as filter options. */
function listChanges({ paths = {} }: OpenApi): { readonly value: string; readonly title: string }[] {
  return Object.values(paths)
    .flatMap((methods) => Object.entries(methods))
    .flatMap(([method, { operationId }]) =>
      method === "get" || operationId === undefined
        ? []
        : [{ value: operationId, title: toWords(operationId) }],
    )
    .toSorted((one, other) => one.title.localeCompare(other.title));
}

function isActor({ kind }: NamedResource): boolean {
  return kind === "Member" || kind === "Installation";
}

function toOption({ id, kind, name }: NamedResource) {
  return { value: id, title: `${kind}: ${name}` };
}

interface EntryItemProps {
  readonly entry: Entry;
  /** The resources of the organization by their IDs. Deleted ones are missing. */
  readonly named: ReadonlyMap<string, NamedResource>;
}

function EntryItem({ entry, named }: EntryItemProps) {
  const { createdAt, actor, operation, resource, address, request, before, after } = entry;
  const parts = { request, before, after };
  const targets = Object.entries(resource).map(([parameter, id]) => ({ parameter, id: String(id) }));
  const [target] = targets.flatMap(({ id }) => named.get(id) ?? []).toReversed();
  const fields = listFieldChanges(before ?? {}, after ?? request ?? {});
  return (
    <details className="audit-entry">
      <summary>
        <strong>{toWords(operation)}</strong>
        {target !== undefined && ` ${target.name}`} · {named.get(actor.id)?.name ?? actorLabels[actor.type]}
        <span className="hint">
          {" "}
          · <Moment time={createdAt} />
          {address !== undefined && ` · from ${address}`}
        </span>
      </summary>
      <dl className="facts">
        {actor.id !== "" && (
          <div className="fact">
            <dt>{actorLabels[actor.type]}</dt>
            <dd className="row">
              {named.get(actor.id)?.name ?? <code>{actor.id}</code>}
              <CopyButton text={actor.id} label="Copy actor ID" />
            </dd>
          </div>
        )}
        {targets.map(({ parameter, id }) => (
          <div key={parameter} className="fact">
            <dt>{named.get(id)?.kind ?? toWords(parameter.replace(/Id$/, ""))}</dt>
            <dd className="row">
              {named.get(id)?.name ?? <code>{id}</code>}
              <CopyButton text={id} label={`Copy ${toWords(parameter)}`} />
            </dd>
          </div>
        ))}
      </dl>
      {fields.length > 0 && (
        <div className="scroll">
          <table className="field-changes">
            <thead>
              <tr>
                <th>Field</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ field, before, after }) => (
                <tr key={field}>
                  <td>
                    <code>{field}</code>
                  </td>
                  <td>{before !== undefined && <del>{showValue(before)}</del>}</td>
                  <td>{after !== undefined && <ins>{showValue(after)}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <details>
        <summary className="hint">As JSON</summary>
        <Code text={JSON.stringify(parts)} label={`${operation}: request, before and after`} />
      </details>
    </details>
  );
}

function showValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns an operation's name as words: “updateWebhookEndpoint” becomes “Update webhook endpoint”. */
function toWords(operation: string): string {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(/\bapi\b/gi, "API");
}

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = "audit-log.jsonl";
  link.click();
  URL.revokeObjectURL(link.href);
}
