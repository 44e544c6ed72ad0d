import { formatReports } from "./attack-report.ts";
import { type AttackGroup, attackGroups } from "./run-attacks.ts";

/** Runs a group of attacks in the quick form. Returns its breaches, and attacks without any attempt. */
export async function listBreaches(group: AttackGroup): Promise<string[]> {
  const reports = await attackGroups[group]({ scale: 1, seed: 20_260_115 });
  console.log(formatReports(reports));
  return reports.flatMap(({ name, cases, breaches }) => [
    ...breaches.map((breach) => `${name}: ${breach}`),
    ...(cases > 0 ? [] : [`${name}: attempted nothing`]),
  ]);
}
