import type { SetupProblem } from "@plugboard/api/client";
import { getInstallation, listInstallationDeliveries } from "@plugboard/api/routes";
import { api, readPage } from "../data/platform-api.ts";

const maxMilliseconds = 4_000;
const pollMilliseconds = 150;

/** Waits a few seconds for the integration to handle new settings, and returns the problems it reported. */
export async function awaitSetup(installationId: string): Promise<readonly SetupProblem[]> {
  const params = { installationId };
  const end = Date.now() + maxMilliseconds;
  for (;;) {
    const { items } = await readPage(listInstallationDeliveries, { params, query: { limit: 1 } });
    const [latest] = items;
    const isDone = latest?.status === "delivered" || latest?.status === "failed";
    const { problems = [] } = await api.call(getInstallation, { params });
    if (Date.now() > end) return problems;
    // The event about the settings may not be recorded yet.
    const mayBeMissing = Date.now() <= end - maxMilliseconds + 2 * pollMilliseconds;
    // Until the latest event was tried, problems can be about earlier settings.
    const isTried = isDone || (problems.length > 0 && (latest?.attempts ?? 0) > 0);
    if (isTried && !mayBeMissing) return problems;
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}
