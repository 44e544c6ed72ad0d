interface CronField {
  readonly first: number;
  readonly last: number;
  /** The names of the values, from `first` on. */
  readonly names?: readonly string[];
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
const cronFields: readonly CronField[] = [
  { first: 0, last: 59 },
  { first: 0, last: 23 },
  { first: 1, last: 31 },
  { first: 1, last: 12, names: months },
  // 0 and 7 are Sunday.
  { first: 0, last: 7, names: weekdays },
];

const maxLength = 200;
const dayMinutes = 24 * 60;
const dayMilliseconds = dayMinutes * 60_000;
// Each date and weekday occurs within four years.
const days = Array.from({ length: 4 * 365 + 1 }, (_, day) => new Date(day * dayMilliseconds));

/**
 * Explains the problem of an invalid cron expression. Doesn't compute ticks with croner, which is a third of
 * the size of all other checks and takes a third of a second to find that a date never occurs.
 */
export function checkCron(expression: string, minMinutes: number): string | undefined {
  if (expression.length > maxLength) return `cron must have at most ${maxLength} characters.`;
  const texts = expression.trim().split(/\s+/);
  const [minutes, hours, dates, monthNumbers, weekdayNumbers] = cronFields.map((field, index) =>
    parseField(texts[index] ?? "", field),
  );
  if (texts.length !== cronFields.length || !minutes || !hours || !dates || !monthNumbers || !weekdayNumbers)
    return "This is not a cron expression. Use minute, hour, day of the month, month and day of the week, as in 0 9 * * 1-5.";
  const [, , dateText, , weekdayText] = texts;
  const isOn = days.map((day) => {
    const isDate = dates.has(day.getUTCDate());
    const weekday = day.getUTCDay();
    const isWeekday = weekdayNumbers.has(weekday) || (weekday === 0 && weekdayNumbers.has(7));
    // If both fields are restricted, a day needs to match only one.
    const isDay = dateText === "*" || weekdayText === "*" ? isDate && isWeekday : isDate || isWeekday;
    return isDay && monthNumbers.has(day.getUTCMonth() + 1);
  });
  if (!isOn.includes(true)) return "This date never occurs. Check the day and the month.";
  const ticks = [...hours].flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute));
  const sorted = ticks.toSorted((one, other) => one - other);
  const isNextDayOn = isOn.some((isDay, index) => isDay && isOn[index + 1]);
  const all = isNextDayOn ? [...sorted, ...sorted.map((tick) => tick + dayMinutes)] : sorted;
  return all.some((tick, index) => tick - (all[index - 1] ?? -dayMinutes) < minMinutes)
    ? `This ticks more often than every ${minMinutes} minutes. Choose fewer times.`
    : undefined;
}

/** Returns whether a string is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the values of a field: a list of numbers, ranges and steps. */
function parseField(text: string, { first, last, names = [] }: CronField): ReadonlySet<number> | undefined {
  const toNumber = (word: string, index: number): number =>
    index !== -1 ? first + index : /^\d+$/.test(word) ? Number(word) : Number.NaN;
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part);
    if (match === null) return undefined;
    const [, from, to, step] = match;
    const low = from === undefined ? first : toNumber(from, names.indexOf(from.toUpperCase()));
    // A range can end on Sunday.
    const high =
      to !== undefined ? toNumber(to, names.lastIndexOf(to.toUpperCase())) : from === undefined ? last : low;
    const distance = Number(step ?? 1);
    const isDistance = distance >= 1 && distance <= last - first;
    const isStepped = step === undefined || from === undefined || to !== undefined;
    if (!(low >= first && low <= high && high <= last && isDistance && isStepped)) return undefined;
    for (let value = low; value <= high; value += distance) values.add(value);
  }
  return values;
}
