import { formatDistance, formatTime, formatTimeInBothZones } from "./format.ts";
import { useNow } from "./use-now.ts";

interface TimeProps {
  /** ISO 8601 time. */
  readonly time: string;
}

/** A relative time. Hover shows the exact time in the user's time zone and in UTC. */
export function TimeAgo({ time }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={time} title={formatTimeInBothZones(time)}>
      {formatDistance(time, now)}
    </time>
  );
}

/** A time in the user's time zone. Hover adds UTC. */
export function Moment({ time }: TimeProps) {
  return (
    <time dateTime={time} title={formatTimeInBothZones(time)}>
      {formatTime(time)}
    </time>
  );
}
