import type uPlot from "uplot";

/** Returns the width for a chart in an element (px). */
export function chartWidth(element: Element): number {
  return Math.max(200, element.clientWidth);
}

/** Keeps a chart as wide as its element. Returns a function that removes the chart. */
export function fitChart(plot: uPlot, element: Element): () => void {
  const observer = new ResizeObserver(() =>
    plot.setSize({ width: chartWidth(element), height: plot.height }),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
