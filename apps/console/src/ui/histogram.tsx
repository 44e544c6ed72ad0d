import type { DeliveryCountResource } from "@plugboard/api/client";
import { type RefObject, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { axisStyle, resolveColor, timeLabels } from "./chart-style.ts";
import { chartWidth, fitChart } from "./fit-chart.ts";
import { formatCount, formatTime } from "./format.ts";
import { useTheme } from "./theme.ts";
import "uplot/dist/uPlot.min.css";

interface HistogramProps {
  readonly spans: readonly DeliveryCountResource[];
  /** The end of the last bucket (ISO 8601). */
  readonly before: string;
  /** Called with the time range (ISO 8601) of a bar that is clicked, or of a drag across several. */
  readonly onBrush?: ((since: string, before: string) => void) | undefined;
}

const height = 104;
// Shorter movements are clicks (px).
const minimumDrag = 4;
// Delivery counts are integers.
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];
// From bottom to top of the stack, with their colors.
const parts = [
  { name: "failed", variable: "--bar-bad" },
  { name: "open", variable: "--bar-warn" },
  { name: "delivered", variable: "--bar-good" },
] as const;

/** Charts deliveries over time as stacked bars. Dragging selects a time range. */
export function Histogram(props: HistogramProps) {
  // The chart reads its colors once, so a theme change redraws it.
  return <Drawn key={useTheme()} {...props} />;
}

function Drawn({ spans, before, onBrush }: HistogramProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  // Redraws only if the numbers change.
  const drawn = JSON.stringify(spans);
  const isClickable = onBrush !== undefined;
  const brush = useRef(onBrush);
  useEffect(() => {
    brush.current = onBrush;
  });
  useEffect(() => {
    const element = host.current;
    const spans: readonly DeliveryCountResource[] = JSON.parse(drawn);
    if (element === null || spans.length === 0) return undefined;
    const axis = axisStyle();
    const begin = spans.map(({ since }) => Date.parse(since) / 1000);
    const step = (Date.parse(before) / 1000 - (begin[0] ?? 0)) / spans.length;
    // Stacked bars: the tallest total is drawn first, and lower parts over it.
    const heights = parts.map((_, index) =>
      spans.map((span) => parts.slice(0, index + 1).reduce((sum, { name }) => sum + span[name], 0)),
    );
    const bars = uPlot.paths.bars?.({ size: [0.78, 40], align: 1 });
    const plot = new uPlot(
      {
        width: chartWidth(element),
        height,
        // The last time label can extend half its width beyond the right edge.
        padding: [8, 28, 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          points: { show: false },
          drag: { x: isClickable, y: false, setScale: false },
        },
        scales: {
          x: { time: true, range: [begin[0] ?? 0, (begin.at(-1) ?? 0) + step] },
          y: { range: (_plot, _min, max) => [0, Math.max(4, max)] },
        },
        axes: [
          {
            ...axis,
            size: 22,
            space: 80,
            values: (_plot, times, _axis, _space, step) => timeLabels(times, step),
          },
          { ...axis, size: 36, space: 24, incrs: wholeSteps },
        ],
        series: [
          {},
          ...parts.toReversed().map(({ name, variable }) => ({
            label: name,
            fill: resolveColor(variable),
            stroke: resolveColor(variable),
            width: 0,
            points: { show: false },
            ...(bars !== undefined && { paths: bars }),
          })),
        ],
        hooks: {
          ready: [
            ({ over }) => {
              let pressedAt = 0;
              over.addEventListener("mousedown", ({ clientX }) => {
                pressedAt = clientX;
              });
              over.addEventListener("click", ({ clientX, offsetX }) => {
                const bar = Math.floor((offsetX / over.clientWidth) * spans.length);
                const span = spans[bar];
                if (span === undefined || Math.abs(clientX - pressedAt) >= minimumDrag) return;
                brush.current?.(span.since, spans[bar + 1]?.since ?? before);
              });
            },
          ],
          setSelect: [
            (self) => {
              const { left, width: chosen } = self.select;
              if (chosen < minimumDrag) return;
              const at = (x: number): string => new Date(self.posToVal(x, "x") * 1000).toISOString();
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              brush.current?.(at(left), at(left + chosen));
            },
          ],
        },
      },
      [begin, ...heights.toReversed()],
      element,
    );
    chart.current = plot;
    return fitChart(plot, element);
  }, [drawn, before, isClickable]);
  const total = (name: (typeof parts)[number]["name"]): number =>
    spans.reduce((sum, span) => sum + span[name], 0);
  return (
    <figure className="histogram" data-clickable={isClickable || undefined}>
      <div ref={host} aria-hidden />
      <figcaption>
        {parts.toReversed().map(({ name }) => (
          <span key={name} data-part={name}>
            {formatCount(total(name), name, name)}
          </span>
        ))}
        {isClickable && <BarChoice {...{ spans, before, chart }} onChoose={onBrush} />}
      </figcaption>
    </figure>
  );
}

interface BarChoiceProps {
  readonly spans: HistogramProps["spans"];
  readonly before: string;
  readonly chart: RefObject<uPlot | undefined>;
  readonly onChoose: (since: string, before: string) => void;
}

/** Chooses a bar by keyboard: arrow keys move along the bars, Enter selects. */
function BarChoice({ spans, before, chart, onChoose }: BarChoiceProps) {
  const [bar, setBar] = useState<number>();
  const last = spans.length - 1;
  const index = Math.min(bar ?? last, last);
  const span = spans[index];
  if (span === undefined) return null;
  const point = (next: number): void => {
    setBar(next);
    const { over } = chart.current ?? {};
    if (over === undefined) return;
    chart.current?.setCursor({ left: ((next + 0.5) / spans.length) * over.clientWidth, top: 0 });
  };
  const counts = parts.map(({ name }) => formatCount(span[name], name, name)).join(", ");
  return (
    <label className="hint end">
      <input
        type="range"
        className="plugboard-visually-hidden"
        aria-label="Bar of the chart"
        aria-valuetext={`${formatTime(span.since)}: ${counts}`}
        max={last}
        value={index}
        onChange={({ target }) => point(target.valueAsNumber)}
        onFocus={() => point(index)}
        onBlur={() => {
          setBar(undefined);
          chart.current?.setCursor({ left: -10, top: -10 });
        }}
        onKeyDown={({ key }) => {
          if (key === "Enter") onChoose(span.since, spans[index + 1]?.since ?? before);
        }}
      />
      {bar === undefined
        ? "Click a bar or drag to select a time range"
        : `${formatTime(span.since)}: ${counts}. Press Enter to select`}
    </label>
  );
}
