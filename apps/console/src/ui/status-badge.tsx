const tones: Readonly<Record<string, string>> = {
  acknowledged: "warn",
  active: "good",
  approved: "good",
  connected: "good",
  degraded: "warn",
  delivered: "good",
  done: "good",
  enabled: "good",
  canceled: "warn",
  "changes requested": "bad",
  failed: "bad",
  failing: "bad",
  healthy: "good",
  disabled: "bad",
  held: "warn",
  open: "bad",
  outdated: "warn",
  paused: "warn",
  pending: "warn",
  published: "good",
  rejected: "bad",
  resolved: "good",
  running: "info",
  scheduled: "warn",
  sending: "info",
  "not working": "bad",
  submitted: "warn",
  verified: "good",
  waiting: "warn",
};

/** A status with a colored dot. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className="badge" data-tone={tones[status]}>
      {status}
    </span>
  );
}
