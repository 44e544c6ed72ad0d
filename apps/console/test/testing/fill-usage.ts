import type { OrganizationUsage } from "@plugboard/api/client";
import { DatabaseSync } from "node:sqlite";

/** Values on a typical day, and how much they grow in 90 days. */
const sums = {
  requests: 5200,
  acceptedEvents: 1900,
  tasks: 240,
  scriptMilliseconds: 96_000,
  visits: 3100,
} as const;
const growth = 0.45;
const days = 90;
const dayMilliseconds = 86_400_000;

/** Writes 90 days of usage directly to the database: more on weekdays than on weekends, and growing. */
export function fillUsage(file: string, organizationId: string, usage: OrganizationUsage): void {
  const database = new DatabaseSync(file, { timeout: 20_000 });
  const insert = database.prepare(
    "INSERT INTO usage_days (organization_id, day, counter, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  );
  for (let age = 0; age < days; age += 1) {
    const date = new Date(Date.now() - age * dayMilliseconds);
    const day = date.toISOString().slice(0, 10);
    const trend = 1 - (growth * age) / days;
    const isWeekend = [0, 6].includes(date.getUTCDay());
    // Varies without chance, so that the pictures of two runs are the same.
    const variation = (isWeekend ? 0.35 : 1) * (1 + 0.18 * Math.sin(age * 2.4));
    for (const [counter, value] of Object.entries(sums))
      insert.run(organizationId, day, counter, Math.round(value * trend * variation));
    for (const [counter, value] of Object.entries(usage))
      if (typeof value === "number") insert.run(organizationId, day, counter, Math.ceil(value * trend));
  }
  database.close();
}
