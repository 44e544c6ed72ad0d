import type { DeliveryResource } from "@plugboard/api/client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowUp, Send } from "lucide-react";
import { memo, Suspense, useCallback, useEffect, useRef } from "react";
import { useMayChange } from "../data/portal-session.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount } from "../ui/format.ts";
import { lazy } from "../ui/lazy.ts";
import { EmptyState, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { describeDelivery, nameTarget, statusLabel } from "./describe-delivery.ts";
import type { DeliveryRows } from "./use-delivery-list.ts";

const ProbeButton = lazy(async () => ({ default: (await import("./probe-button.tsx")).ProbeButton }));
const rowHeight = 41;

interface DeliveryListProps {
  readonly list: DeliveryRows;
  readonly openedId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly isFiltered: boolean;
  /** Whether payloads are searched in batches, and older batches only on demand. */
  readonly isSearched: boolean;
}

/** A long table that renders only its visible rows. */
export function DeliveryList(props: DeliveryListProps) {
  const { list, openedId, onOpen, chosen, onChoose, isFiltered, isSearched } = props;
  const { rows, isPending, error, newer, hasMore, isReadingMore, readMore } = list;
  const now = useNow(1000);
  const mayChange = useMayChange();
  // Rows re-render only if their own data changes, even during fast scrolling.
  const latest = useRef({ openedId, onOpen, chosen, onChoose });
  useEffect(() => {
    latest.current = { openedId, onOpen, chosen, onChoose };
  });
  const open = useCallback((id: string): void => {
    latest.current.onOpen(id === latest.current.openedId ? undefined : id);
  }, []);
  const choose = useCallback((id: string): void => {
    const next = new Set(latest.current.chosen);
    if (!next.delete(id)) next.add(id);
    latest.current.onChoose(next);
  }, []);
  const scroller = useRef<HTMLDivElement>(null);
  // The virtualizer's result is used only here, in a component the React compiler doesn't memoize.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && !isReadingMore && !isSearched && last >= rows.length - 20;
  useEffect(() => {
    if (isNearEnd) readMore();
  });
  if (error !== null) return <ErrorMessage error={error} />;
  if (isPending && rows.length === 0) return <Skeleton rows={8} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Send}
        title={isFiltered ? "No matching deliveries" : "No deliveries in this time range"}
      >
        {hasMore && <SearchFurther list={list} />}
        {isFiltered
          ? "Clear a filter or choose another time range."
          : "Events sent to endpoints and integrations appear here. Choose a longer time range to see older ones."}
      </EmptyState>
    );
  }
  const above = visible[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const isWhole = rows.every(({ id }) => chosen.has(id));
  return (
    <div className="panel delivery-list">
      {newer > 0 && (
        <button
          type="button"
          className="button new-pill"
          data-variant="primary"
          onClick={() => {
            list.showNewer();
            scroller.current?.scrollTo({ top: 0 });
          }}
        >
          <ArrowUp aria-hidden size={14} /> {formatCount(newer, "new", "new")}
        </button>
      )}
      <section className="table-scroller" ref={scroller} aria-label="Deliveries">
        <table
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          // The height of the rows that aren't rendered.
          style={{ marginBlock: `${above}px ${below}px` }}
        >
          <thead>
            <tr>
              <th>
                {mayChange && (
                  <input
                    type="checkbox"
                    aria-label="Select all listed deliveries"
                    checked={isWhole}
                    onChange={() => onChoose(isWhole ? new Set() : new Set(rows.map(({ id }) => id)))}
                  />
                )}
              </th>
              <th>Event</th>
              <th>Status</th>
              <th className="wide-only">To</th>
              <th className="wide-only">HTTP</th>
              <th>Created</th>
            </tr>
          </thead>
          <tbody>
            {visible.map(({ index }) => {
              const delivery = rows[index];
              return (
                delivery !== undefined && (
                  <DeliveryRow
                    key={delivery.id}
                    delivery={delivery}
                    index={index}
                    // Finished deliveries don't depend on the time, so they needn't re-render.
                    now={delivery.wait === undefined ? 0 : now}
                    isOpen={delivery.id === openedId}
                    isChosen={chosen.has(delivery.id)}
                    onOpen={open}
                    onChoose={mayChange ? choose : undefined}
                  />
                )
              );
            })}
          </tbody>
        </table>
        {isSearched && hasMore && <SearchFurther list={list} />}
      </section>
    </div>
  );
}

function SearchFurther({ list }: { readonly list: DeliveryRows }) {
  return (
    <span className="search-further">
      10,000 events that match the other filters were searched.{" "}
      <Button busy={list.isReadingMore} onClick={list.readMore}>
        Search more events
      </Button>
    </span>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryResource;
  readonly index: number;
  readonly now: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onOpen: (id: string) => void;
  /** `undefined` if deliveries can't be resent. */
  readonly onChoose: ((id: string) => void) | undefined;
}

const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, index, now, isOpen, isChosen, onOpen, onChoose } = props;
  const { status, eventType, responseStatus, errorCode, createdAt } = delivery;
  const why = describeDelivery(delivery, now);
  return (
    <tr aria-rowindex={index + 2} data-open={isOpen || undefined}>
      <td>
        {onChoose !== undefined && (
          <input
            type="checkbox"
            aria-label={`Select ${eventType} ${delivery.id}`}
            checked={isChosen}
            onChange={() => onChoose(delivery.id)}
          />
        )}
      </td>
      <td className="clip">
        <button
          type="button"
          className="row-button"
          title={eventType}
          aria-expanded={isOpen}
          onClick={() => onOpen(delivery.id)}
        >
          {eventType}
        </button>
      </td>
      <td className="status-cell">
        <StatusBadge status={statusLabel(delivery)} />
        {status !== "delivered" && (
          <span className="hint clip" title={why}>
            {why}
          </span>
        )}
        {delivery.wait?.reason === "failing" && (
          <Suspense>
            <ProbeButton delivery={delivery} />
          </Suspense>
        )}
      </td>
      <td className="clip wide-only" title={nameTarget(delivery)}>
        {nameTarget(delivery)}
      </td>
      <td className="wide-only">
        {responseStatus === undefined ? (
          <span className="hint">{errorCode?.replaceAll("_", " ") ?? "–"}</span>
        ) : (
          <code>{responseStatus}</code>
        )}
      </td>
      <td>
        <TimeAgo time={createdAt} />
      </td>
    </tr>
  );
});
