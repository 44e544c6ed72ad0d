import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import * as routes from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import type { AttackReport } from "./attack-report.ts";
import { callOperation } from "./call-operation.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { createRebindingLookup, hiddenAddress, vettedAddress } from "./rebind-names.ts";
import { startTarget } from "./start-target.ts";

const manifest =
  "name: rebound\ntitle: T\ndescription: D.\norganization: acme\nvisibility: private\nscopes: []\n";

const rebindNamesUrl = new URL("rebind-names.ts", import.meta.url).href;

/** A client without the guard: it checks one resolution of each name and connects to the next. */
const unguardedClient = `
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
const [port, vetted, ...names] = process.argv.slice(1);
for (const name of names) {
  const checked = await lookup(name, { all: true });
  if (checked.some(({ address }) => address !== vetted)) continue;
  const [{ address }] = await lookup(name, { all: true });
  await once(connect(Number(port), address).on("error", () => {}).resume().end(), "close");
}
`;

/**
 * Changes the addresses of names between check and connection: an integration's host on a running server, and
 * a webhook's host in its sender. The hidden address must get no connection, although the same names mislead
 * a client without the guard.
 */
export async function rebindNames(rounds: number): Promise<AttackReport> {
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const host = await serve(createIntegration({}), { port: 0, hostname: vettedAddress, env });
  let touched = 0;
  const canary = createServer((socket) => {
    touched += 1;
    socket.destroy();
  });
  canary.listen(host.port, hiddenAddress);
  await once(canary, "listening");
  const target = await startTarget(await findFreePort(), {
    NODE_OPTIONS: `--import ${rebindNamesUrl}`,
    REBIND_NAMES: "on",
    PLUGBOARD_PUBLIC_URL: "https://docs.example.com",
    PLUGBOARD_SITES_URL: "https://sites.example.net",
    PLUGBOARD_INTEGRATION_NETWORKS: `${vettedAddress}/32`,
  });
  const sender = createWebhookSender({
    allowNetworks: [`${vettedAddress}/32`],
    lookup: createRebindingLookup(),
  });
  const breaches: string[] = [];
  let [published, sent] = [0, 0];
  try {
    const names = Array.from({ length: rounds }, (_, round) => `${round}.rebinding.test`);
    const client = ["--import", rebindNamesUrl, "--input-type=module", "--eval", unguardedClient];
    await promisify(execFile)(process.execPath, [...client, String(host.port), vettedAddress, ...names], {
      env: { REBIND_NAMES: "on" },
      timeout: 60_000,
    });
    const misled = touched;
    if (misled === 0)
      breaches.push("the names don't mislead an unguarded client, so the attack is ineffective");
    touched = 0;
    for (const [round, name] of names.entries()) {
      const url = `http://${name}:${host.port}`;
      const before = touched;
      // Several times, because each may resolve the name.
      for (let time = 0; time < 3; time += 1) {
        const params = { integration: "rebound" };
        const body = { manifest, url, signingSecret };
        const { status } = await callOperation(target, routes.publishIntegration, params, body);
        published += status < 400 ? 1 : 0;
        const webhook = { url, secrets: [signingSecret], eventId: `evt_${round}_${time}`, body: "{}" };
        sent += (await sender.send(webhook)).status === undefined ? 0 : 1;
      }
      if (touched > before) breaches.push(`${url} was reached at ${hiddenAddress}`);
    }
    // Without any publication or webhook, the attack would pass without an attempt.
    if (published === 0 || sent === 0)
      breaches.push(`${published} publications and ${sent} webhooks arrived`);
    return {
      name: "DNS rebinding",
      cases: rounds * 6,
      breaches,
      figures: `${published} publications and ${sent} webhooks at the checked address, ${touched} elsewhere; ${misled} without the guard`,
    };
  } finally {
    await sender.close();
    await target.stop();
    await host.close();
    canary.close();
  }
}
