const tones: Readonly<Record<string, string>> = {
  active: "good",
  connected: "good",
  delivered: "good",
  done: "good",
  enabled: "good",
  canceled: "warn",
  failed: "bad",
  disabled: "bad",
  held: "warn",
  paused: "warn",
  pending: "warn",
  running: "info",
  scheduled: "warn",
  sending: "info",
  "not working": "bad",
  waiting: "warn",
};

/** A status as a word with a coloured dot. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className="badge" data-tone={tones[status]}>
      {status}
    </span>
  );
}
