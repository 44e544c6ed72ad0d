const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const timeOfUtc = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const list = new Intl.ListFormat(undefined, { type: "conjunction" });
const units = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [Number.POSITIVE_INFINITY, "day"],
] as const;

/**
 * Formats a time in the user's time zone.
 * @param iso - ISO 8601 time
 */
export function formatTime(iso: string): string {
  return time.format(Date.parse(iso));
}

/**
 * Formats a time in the user's time zone and in UTC.
 * @param iso - ISO 8601 time
 */
export function formatTimeInBothZones(iso: string): string {
  return `${formatTime(iso)} · ${timeOfUtc.format(Date.parse(iso))} UTC`;
}

/**
 * Formats a time relative to now: “3 min. ago”.
 * @param iso - ISO 8601 time
 * @param now - Unix time (ms)
 */
export function formatDistance(iso: string, now: number): string {
  let value = (Date.parse(iso) - now) / 1000;
  for (const [size, unit] of units) {
    if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return relative.format(Math.round(value), "day");
}

/** Formats a duration: “840 ms”, “1.2 s”, “2 min 5 s”. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${integer.format(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60)
    return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: seconds < 10 ? 1 : 0 }).format(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${integer.format(minutes)} min ${integer.format(whole % 60)} s`;
  return `${integer.format(Math.floor(minutes / 60))} h ${integer.format(minutes % 60)} min`;
}

const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a size: “512 byte”, “3.4 MB”. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: byteUnits[power],
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

export function formatNumber(value: number): string {
  return integer.format(value);
}

/** Formats a rate per second, which can be fractional. */
export function formatRate(value: number): string {
  return rate.format(value);
}

/** Formats a fraction as a percentage. */
export function formatShare(value: number): string {
  return share.format(value);
}

/** Formats a list: “a, b and c”. */
export function formatList(words: readonly string[]): string {
  return list.format(words);
}

/** Formats a count with its noun: “1 event”, “1,204 events”. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
