import { formatReports } from "./attack-report.ts";
import { type AttackGroup, attackGroups } from "./run-attacks.ts";

/** Runs the quick form of a group of attacks, and returns its breaches, and attacks that attempted nothing. */
export async function listBreaches(group: AttackGroup): Promise<string[]> {
  const reports = await attackGroups[group]({ scale: 1, seed: 20_260_115 });
  console.log(formatReports(reports));
  return reports.flatMap(({ name, cases, breaches }) => [
    ...breaches.map((breach) => `${name}: ${breach}`),
    ...(cases > 0 ? [] : [`${name}: attempted nothing`]),
  ]);
}
