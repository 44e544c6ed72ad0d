import { forgeCredentials } from "./access-attack.ts";
import type { AttackReport } from "./attack-report.ts";
import { table } from "./requests-from-contract.ts";
import type { Scene } from "./set-up-scene.ts";

/** Calls every operation that agents can call on the victim's resources, with every insufficient credential. */
export async function attackOperations({ target, victim, attacker }: Scene): Promise<AttackReport> {
  const credentials = await forgeCredentials(target, victim["installationId"] ?? "", attacker);
  const own = `${victim["organizationId"]}`;
  const urls = [`${own}/operations`, `${own}/content`, "portal", own];
  const offered = table.filter(({ agents }) => agents !== undefined);
  const breaches: string[] = [];
  let cases = 0;
  for (const operation of offered)
    for (const { name, headers } of credentials)
      for (const path of urls) {
        cases += 1;
        const params = { name: operation.id, arguments: victim };
        const { status } = await target.send(`${target.consoleUrl}/mcp/${path}`, {
          method: "POST",
          headers: {
            ...headers,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        });
        if (status < 400 || status >= 500)
          breaches.push(`${operation.id} at ${path} with ${name}: ${status}`);
      }
  return { name: "agent operation × credential", cases, breaches, figures: `${offered.length} operations` };
}
