const tones: Readonly<Record<string, string>> = {
  active: "good",
  delivered: "good",
  enabled: "good",
  failed: "bad",
  disabled: "bad",
  paused: "warn",
  pending: "warn",
  scheduled: "warn",
  waiting: "warn",
  sending: "warn",
};

/** A status as a coloured word. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <span className={`badge ${tones[status] ?? ""}`}>{status}</span>;
}
