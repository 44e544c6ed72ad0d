/**
 * Returns the computed value of a CSS color variable, for use in a canvas.
 * @param variable - a CSS variable: `--_accent`
 */
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

/**
 * Returns the labels of a time axis in the user's locale.
 * @param times - Unix times (s)
 * @param step - the interval between two labels (s)
 */
export function timeLabels(times: readonly number[], step: number): string[] {
  const format = step >= daySeconds ? dayOfMonth : hourOfDay;
  return times.map((time) => format.format(time * 1000));
}

/** Returns the style of chart axes. */
export function axisStyle() {
  return {
    stroke: resolveColor("--_text-muted"),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    ticks: { show: false },
    grid: { show: false },
    border: { show: false },
  };
}
