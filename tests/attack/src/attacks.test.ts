import { expect, test } from "vitest";
import { formatReports } from "./attack-report.ts";
import { runAttacks } from "./run-attacks.ts";

test("no attack succeeds or ends the server", { timeout: 300_000 }, async () => {
  const reports = await runAttacks(1, 20_260_115);
  console.log(formatReports(reports));
  expect(reports.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`))).toEqual([]);
  expect(reports.every(({ cases }) => cases > 0)).toBe(true);
});
