/** A colour of the page as a canvas takes it: resolved. @param variable - a CSS variable: `--_accent` */
export function resolveColor(variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
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
