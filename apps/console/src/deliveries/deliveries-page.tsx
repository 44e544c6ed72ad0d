import { getRouteApi } from "@tanstack/react-router";
import { countDeliveries } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bookmark, Layers } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { firstData } from "../data/console-queries.ts";
import { useOrganizationId } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { live } from "../data/live.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useTargets } from "../data/targets.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";
import { Page, Skeleton } from "../ui/page.tsx";
import { type DeliveriesSearch, deliveryQueries } from "./deliveries-search.ts";
import { FilterBar } from "./filter-bar.tsx";
import { useDeliveryList } from "./use-delivery-list.ts";
import { useTimeWindow } from "./use-time-window.ts";
import "./deliveries.css";

// Loaded in parallel with the data, the list first. The components import them again, and show the error.
const loaded = import("./delivery-list.tsx").then(() => import("../ui/histogram.tsx")).catch(() => {});
const DeliveryList = lazy(async () => ({ default: (await import("./delivery-list.tsx")).DeliveryList }));
const DeliveryDetail = lazy(async () => ({
  default: (await import("./delivery-detail.tsx")).DeliveryDetail,
}));
const SavedViews = lazy(async () => {
  await firstData();
  return { default: (await import("./saved-views.tsx")).SavedViews };
});
const FailureCauses = lazy(async () => ({ default: (await import("./failure-causes.tsx")).FailureCauses }));
const BulkResend = lazy(async () => ({ default: (await import("./bulk-resend.tsx")).BulkResend }));
const RecoverDialog = lazy(async () => ({ default: (await import("./recover-dialog.tsx")).RecoverDialog }));
const Histogram = lazy(async () => {
  await loaded;
  return { default: (await import("../ui/histogram.tsx")).Histogram };
});
const route = getRouteApi("/deliveries");
const nothingChosen: ReadonlySet<string> = new Set();

/** Lists the deliveries, with filters and a histogram. */
export function DeliveriesPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const organization = useOrganizationId();
  const targets = useTargets();
  const mayChange = useMayChange();
  const span = useTimeWindow(search);
  const { status, type, endpoint, code, event, delivery, text, view } = search;
  const queries = deliveryQueries(search, span, organization);
  const list = useDeliveryList(queries.list, event, organization !== undefined);
  const counts = useQuery({
    queryKey: [countDeliveries.id, queries.counts],
    queryFn: () => api.call(countDeliveries, { query: queries.counts }),
    placeholderData: keepPreviousData,
    enabled: organization !== undefined,
    ...live("deliveries"),
  });
  const [chosen, setChosen] = useState(nothingChosen);
  const [asked, setAsked] = useState<"recover" | "resend">();
  const change = (part: DeliveriesSearch): void => {
    setChosen(nothingChosen);
    void navigate({ search: (before) => ({ ...before, ...part }) });
  };
  const open = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, delivery: id }) });
  const opened = list.rows.find(({ id }) => id === delivery);
  return (
    <Page
      title="Deliveries"
      wide
      actions={
        <>
          <Suspense
            fallback={
              <Button icon={Bookmark} disabled>
                Views
              </Button>
            }
          >
            <SavedViews
              search={search}
              onChoose={(view) =>
                void navigate({ search: ({ organization }) => ({ organization, ...view }) })
              }
            />
          </Suspense>
          {mayChange && (
            <>
              <Button disabled={targets.isPending} onClick={() => setAsked("recover")}>
                Recover…
              </Button>
              <Button onClick={() => setAsked("resend")}>
                {chosen.size > 0 ? `Resend ${chosen.size}…` : "Resend failed…"}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="deliveries">
        <FilterBar search={search} targets={targets} onChange={change}>
          <Button
            aria-pressed={view === "causes"}
            icon={Layers}
            onClick={() => change({ view: view === "causes" ? undefined : "causes", delivery: undefined })}
          >
            Group failures
          </Button>
        </FilterBar>
        {/* The list reports its own error. */}
        {list.error === null && <ErrorMessage error={counts.error} />}
        {event === undefined && counts.error === null && (
          <div className="panel histogram-panel">
            <Suspense fallback={<div className="histogram-space" />}>
              {counts.data === undefined ? (
                <div className="histogram-space" />
              ) : (
                <Histogram
                  spans={counts.data.spans}
                  before={span.before}
                  onBrush={(since, before) => change({ since, before, range: undefined })}
                />
              )}
              {text !== undefined && (
                <p className="hint">The chart counts all deliveries, regardless of payload.</p>
              )}
            </Suspense>
          </div>
        )}
        {view === "causes" ? (
          <section className="panel" aria-label="Failures by cause">
            <Suspense fallback={<Skeleton />}>
              <FailureCauses
                query={{ ...queries.filter, since: span.since, before: span.before }}
                search={{ ...search, delivery: undefined }}
              />
            </Suspense>
          </section>
        ) : (
          <div className="split" data-open={delivery !== undefined || undefined}>
            <Suspense fallback={<Skeleton rows={8} />}>
              <DeliveryList
                list={list}
                openedId={delivery}
                onOpen={open}
                chosen={chosen}
                onChoose={setChosen}
                isFiltered={[status, type, endpoint, code, event, text].some(Boolean)}
                isSearched={text !== undefined && event === undefined}
              />
            </Suspense>
            {delivery !== undefined && (
              <Suspense fallback={<div className="panel" />}>
                <DeliveryDetail
                  key={delivery}
                  deliveryId={delivery}
                  listed={opened}
                  isListed={!list.isPending}
                  onOpen={open}
                  onClose={() => open(undefined)}
                />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {asked === "recover" && (
        <Suspense>
          <RecoverDialog targets={targets} search={search} span={span} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {asked === "resend" && (
        <Suspense>
          <BulkResend
            query={queries.list}
            chosen={chosen}
            onClose={() => {
              setAsked(undefined);
              setChosen(nothingChosen);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
