import { MomentFilter } from "./moment-filter.tsx";

interface MomentRangeProps {
  /** ISO 8601 times. */
  readonly since: string | undefined;
  readonly end: string | undefined;
  /** The search parameter of the end. */
  readonly endName: string;
  readonly onStart: (time: string | undefined) => void;
  readonly onEnd: (time: string | undefined) => void;
}

/** Two filters for the start and the end of a time range. */
export function MomentRange({ since, end, endName, onStart, onEnd }: MomentRangeProps) {
  return (
    <>
      <MomentFilter name="since" label="From" value={since} before={end} onChange={onStart} />
      <MomentFilter name={endName} label="to before" value={end} after={since} onChange={onEnd} />
    </>
  );
}
