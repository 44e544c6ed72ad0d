import type { OrganizationUsage, RateUsage, UsageDays } from "@plugboard/api/client";
import type { ReactNode } from "react";
import type { Counter } from "../product/console-product.ts";
import { formatNumber, formatShare } from "../ui/format.ts";
import { useNow } from "../ui/use-now.ts";
import { type DayValue, fillDays } from "./fill-days.ts";

const nearLimit = 0.5;
const dayOfMonth = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });

interface UsageCardProps {
  readonly counter: Counter;
  /** The current usage and limits. */
  readonly usage: OrganizationUsage;
  readonly stored: UsageDays["days"];
  readonly days: number;
}

/** Shows a counter: its current value or the sum of the period, its limit, and a chart by day. */
export function UsageCard({ counter, usage, stored, days }: UsageCardProps): ReactNode {
  const now = useNow(60_000);
  const { title, format = formatNumber } = counter;
  const current = counter.kind === "level" ? readNumber(usage, counter.name) : undefined;
  const values = fillDays(counter, stored, { now, days, ...(current !== undefined && { current }) });
  const limit =
    counter.kind === "level" && counter.limit !== undefined && readNumber(usage.limits, counter.limit);
  const total = current ?? values.reduce((sum, { value = 0 }) => sum + value, 0);
  const rate = counter.kind === "sum" && counter.rate !== undefined && usage[counter.rate];
  return (
    <section className="panel usage-card" aria-label={title}>
      <h3>{title}</h3>
      <p className="usage-value">
        <strong>{format(total)}</strong>{" "}
        {counter.kind === "sum" && <span className="hint">in {days} days</span>}
      </p>
      {/* Empty without a limit, so that the charts of a row are aligned. */}
      <p className="usage-limit hint">
        {typeof limit === "number" &&
          `of ${format(limit)}${limit > 0 ? ` (${formatShare(total / limit)})` : ""}`}
        {typeof rate === "object" && <RateOfMinute title={title} rate={rate} />}
      </p>
      <DayBars
        title={title}
        values={values}
        format={format}
        limit={typeof limit === "number" ? limit : undefined}
      />
    </section>
  );
}

/** Returns a counter of the platform or its product. */
function readNumber(counters: object, name: string): number | undefined {
  const value: unknown = Reflect.get(counters, name);
  return typeof value === "number" ? value : undefined;
}

interface DayBarsProps {
  readonly title: string;
  readonly values: readonly DayValue[];
  readonly format: (value: number) => string;
  readonly limit: number | undefined;
}

const height = 40;

/** Draws a bar for each day, and the limit once a bar reaches half of it. */
function DayBars({ title, values, format, limit }: DayBarsProps) {
  const known = values.flatMap(({ value }) => value ?? []);
  const highest = Math.max(0, ...known);
  const isNear = limit !== undefined && limit > 0 && highest >= limit * nearLimit;
  const top = Math.max(highest, isNear ? limit : 0, 1);
  const labelOf = (day: string | undefined): string =>
    day === undefined ? "" : dayOfMonth.format(Date.parse(day));
  return (
    <figure className="day-bars">
      <svg
        role="img"
        aria-label={`${title} by day, ${format(highest)} at most`}
        viewBox={`0 0 ${values.length} ${height}`}
        preserveAspectRatio="none"
      >
        {values.map(({ day, value }, index) =>
          value === undefined ? null : (
            <g key={day}>
              <title>{`${labelOf(day)}: ${format(value)}`}</title>
              <rect className="day" x={index} width={1} height={height} />
              <rect
                className="bar"
                x={index + 0.1}
                width={0.8}
                y={height - (value / top) * height}
                height={(value / top) * height}
              />
            </g>
          ),
        )}
        {isNear && (
          <line
            className="limit"
            x1={0}
            x2={values.length}
            y1={height - (limit / top) * height + 0.5}
            y2={height - (limit / top) * height + 0.5}
          />
        )}
      </svg>
      <figcaption className="hint">
        <span>{labelOf(values[0]?.day)}</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}

function RateOfMinute({ title, rate }: { readonly title: string; readonly rate: RateUsage }) {
  const { perMinute, remaining } = rate;
  return (
    <>
      <span>
        {formatNumber(perMinute - remaining)} of {formatNumber(perMinute)} this minute
      </span>
      <meter
        aria-label={`${title} this minute`}
        min={0}
        max={perMinute}
        high={perMinute * 0.8}
        value={perMinute - remaining}
      />
    </>
  );
}
