import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { axisStyle, resolveColor, timeLabels } from "../ui/chart-style.ts";
import { chartWidth, fitChart } from "../ui/fit-chart.ts";
import { formatDuration } from "../ui/format.ts";
import { useTheme } from "../ui/theme.ts";
import "uplot/dist/uPlot.min.css";

interface LatencyChartProps {
  readonly step: "hour" | "day";
  /** The start of each hour or day (Unix time, ms). */
  readonly times: readonly number[];
  /** The median response time of each (ms); `null` if there were no requests. */
  readonly p50: readonly (number | null)[];
  /** The 95th percentile of each (ms); `null` if there were no requests. */
  readonly p95: readonly (number | null)[];
}

const height = 104;

/** Charts response times by hour or day. */
export function LatencyChart(props: LatencyChartProps) {
  return <Drawn key={useTheme()} {...props} />;
}

function Drawn({ step, times, p50, p95 }: LatencyChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify([times, p50, p95]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const [x, half, most]: [number[], (number | null)[], (number | null)[]] = JSON.parse(drawn);
    const axis = axisStyle();
    const line = (variable: string) => {
      const color = resolveColor(variable);
      return { stroke: color, width: 2, points: { show: true, size: 6, fill: color } };
    };
    const plot = new uPlot(
      {
        width: chartWidth(element),
        height,
        padding: [8, 10, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_plot, _min, max) => [0, Math.max(10, max)] } },
        axes: [
          {
            ...axis,
            size: 22,
            space: 80,
            values: (_plot, times, _axis, _space, step) => timeLabels(times, step),
          },
          { ...axis, size: 60, space: 24, values: (_plot, values) => values.map(formatDuration) },
        ],
        series: [{}, line("--_accent"), line("--bar-warn")],
      },
      [x.map((time) => time / 1000), half, most],
      element,
    );
    return fitChart(plot, element);
  }, [drawn]);
  return (
    <figure className="histogram">
      <div ref={host} aria-hidden />
      <figcaption>
        <span data-part="p50">p50</span>
        <span data-part="p95">p95 response time by {step}</span>
      </figcaption>
    </figure>
  );
}
