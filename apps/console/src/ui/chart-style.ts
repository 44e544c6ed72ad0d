/** A colour of the page as a canvas takes it: resolved. @param variable - a CSS variable: `--_accent` */
export function resolveColor(variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const daySeconds = 24 * 3600;
const hourOfDay = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const dayOfMonth = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** The labels of an axis of time, as the reader's locale writes them. @param times - seconds since 1970 @param step - seconds between two */
export function timeLabels(times: readonly number[], step: number): string[] {
  const format = step >= daySeconds ? dayOfMonth : hourOfDay;
  return times.map((time) => format.format(time * 1000));
}

/** How the axes of every chart look. */
export function axisStyle() {
  return {
    stroke: resolveColor("--_text-muted"),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    ticks: { show: false },
    grid: { show: false },
    border: { show: false },
  };
}
