import { useNow } from "./use-now.ts";

const units = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [Number.POSITIVE_INFINITY, "day"],
] as const;
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A time as a distance from now; the exact one is its title. */
export function TimeAgo({ time }: { readonly time: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={time}>
      {describe((Date.parse(time) - now) / 1000)}
    </time>
  );
}

function describe(seconds: number): string {
  let value = seconds;
  for (const [size, unit] of units) {
    if (Math.abs(value) < size) return format.format(Math.round(value), unit);
    value /= size;
  }
  return format.format(Math.round(value), "day");
}
