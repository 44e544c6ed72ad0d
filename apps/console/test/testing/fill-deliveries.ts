import { DatabaseSync } from "node:sqlite";

/**
 * Writes many days of deliveries directly to the database: one in fifty failed, a tenth of these with 503,
 * and each body contains a numbered needle.
 */
export function fillDeliveries(
  file: string,
  endpointId: string,
  { deliveries, days }: { readonly deliveries: number; readonly days: number },
): void {
  const database = new DatabaseSync(file, { timeout: 20_000 });
  const now = Date.now();
  const step = Math.floor((days * 86_400_000) / deliveries);
  // More by day than by night.
  const wave = deliveries / days / (2 * Math.PI);
  const endpoint = database.prepare("SELECT seq, tenant FROM webhook_endpoints WHERE id = ?").get(endpointId);
  const first = database.prepare("SELECT coalesce(max(seq), 0) + 1 AS seq FROM webhook_events").get();
  const [seq, tenant, start] = [
    Number(endpoint?.["seq"]),
    String(endpoint?.["tenant"]),
    Number(first?.["seq"]),
  ];
  database.exec("BEGIN IMMEDIATE");
  // Events are sorted by time.
  const before = now - (days + 1) * 86_400_000;
  database.prepare("UPDATE webhook_events SET created_at = ?").run(before);
  const event = database.prepare(
    "INSERT INTO webhook_events (seq, tenant, id, type, body, metadata, created_at) VALUES (?, ?, ?, ?, ?, '{}', ?)",
  );
  const delivery = database.prepare(
    `INSERT INTO webhook_deliveries (event, endpoint, state, ready, due_at, attempts, schedule_attempts, failure_reason,
       last_status, created_at, finished_at) VALUES (?, ?, ?, 0, ?, 1, 1, ?, ?, ?, ?)`,
  );
  const types = ["space_content_updated", "site_view", "page_feedback"] as const;
  for (let index = 0; index < deliveries; index += 1) {
    const age = deliveries - index;
    const at = now - Math.round((age - 0.5 * wave * Math.sin(age / wave)) * step);
    const type = index % 1000 === 999 || index === 80_000 ? types[0] : (types[index % 3] ?? types[0]);
    const body = { type, eventId: `evt_${index}`, note: `needle-${index}`, text: "x".repeat(400) };
    const hasFailed = index % 50 === 0;
    event.run(start + index, tenant, `evt_m${index}`, type, JSON.stringify(body), at);
    delivery.run(
      start + index,
      seq,
      hasFailed ? "failed" : "delivered",
      at,
      hasFailed ? "exhausted" : null,
      hasFailed ? (index % 500 === 0 ? 503 : 500) : 200,
      at,
      at + 40,
    );
  }
  database.exec("COMMIT");
  database.close();
}
