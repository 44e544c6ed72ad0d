import { once } from "node:events";
import { createServer } from "node:net";
import type { ApiRoute } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import { callOperation } from "./call-operation.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget, type Target } from "./start-target.ts";

/** Notations of this machine's own address, which represents all non-public addresses. */
const hosts = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "127.0.0.1.",
  "127.000.000.001",
  "0",
  "0.0.0.0",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "127.0.0.1%2f@example.com",
  "user:password@127.0.0.1",
  "example.com@127.0.0.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "ⓛocalhost",
  "%31%32%37.0.0.1",
  "127.0.0.1%00.example.com",
  "127.0.0.1#.example.com",
  "127.0.0.1\\.example.com",
  "127.0.0.1\t",
];
const schemes = ["http", "https", "HTTP", "hTTps", "ftp", "file", "gopher", "ws"];

/** Makes a server call this machine, in every notation of its address: as an integration and as a webhook. */
export async function attackAddresses(): Promise<AttackReport> {
  const canary = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  let calls = 0;
  canary.listen(0, "::");
  await once(canary, "listening");
  const address = canary.address();
  if (address === null || typeof address === "string") throw new Error("the canary is not listening");
  const target = await startTarget(await findFreePort(), {
    PLUGBOARD_PUBLIC_URL: "https://docs.example.com",
    PLUGBOARD_SITES_URL: "https://sites.example.net",
  });
  const sender = createWebhookSender();
  try {
    const urls = hosts.flatMap((host) =>
      schemes.map((scheme) => `${scheme}://${host.replace(/([#\\\t%].*|)$/, `:${address.port}$1`)}/`),
    );
    const params = await registerEndpoint(target);
    const isAccepted = async (route: ApiRoute, body: object) =>
      (await callOperation(target, route, params, body)).status < 400;
    const ways: readonly (readonly [name: string, accepts: (url: string) => Promise<boolean>])[] = [
      ["publishing", (url) => isAccepted(routes.publishIntegration, { ...publication, url })],
      ["an endpoint", (url) => isAccepted(routes.createWebhookEndpoint, { url, eventTypes: ["site_view"] })],
      ["a changed endpoint", (url) => isAccepted(routes.updateWebhookEndpoint, { url })],
      // Simulates a name that resolves to another address after it was accepted.
      ["sending", async (url) => !unsent.has((await sender.send({ ...webhook, url })).errorCode ?? "")],
    ];
    const breaches: string[] = [];
    for (const [name, accepts] of ways) {
      for (const url of urls) {
        const before = calls;
        if (await accepts(url)) breaches.push(`${name}: ${url} was not rejected`);
        if (calls > before) breaches.push(`${name}: ${url} called this machine`);
      }
    }
    return {
      name: "private addresses",
      cases: urls.length * ways.length,
      breaches,
      figures: `${ways.length} ways in, ${calls} calls arrived`,
    };
  } finally {
    await sender.close();
    await target.stop();
    canary.close();
  }
}

/** The results of a webhook that was not sent. */
const unsent: ReadonlySet<string> = new Set(["invalid_url", "insecure_url", "blocked_address", "dns_failed"]);
const webhook = { secrets: [generateSecret()], eventId: "evt_1", body: "{}" };
const publication = {
  manifest: "name: inside\ntitle: T\ndescription: D.\norganization: acme\nvisibility: private\nscopes: []\n",
  signingSecret: "a-secret-of-the-attack",
};
const module = `export default {
  fetch: () => Response.json({ events: [], components: [], fetch: false }),
};`;

/**
 * Returns the parameters of an installation whose webhook endpoint is on the public internet and gets no
 * deliveries.
 */
async function registerEndpoint(target: Target): Promise<Readonly<Record<string, string>>> {
  const params: Record<string, string> = { integration: "inside" };
  const made = async (name: string, route: ApiRoute, body?: object): Promise<void> => {
    const { body: text } = await callOperation(target, route, params, body);
    const { id } = z.looseObject({ id: z.string() }).parse(JSON.parse(text));
    params[name] = id;
  };
  const { body: organizations } = await callOperation(target, routes.listOrganizations, params);
  const [organization] = z
    .looseObject({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse(JSON.parse(organizations)).items;
  await callOperation(target, routes.publishIntegration, params, {
    ...publication,
    signingSecret: undefined,
    bundle: { module },
  });
  await made("installationId", routes.installIntegration, { organization: organization?.id });
  const endpoint = { url: "https://hooks.example.com/", eventTypes: ["site_view"] };
  await made("endpointId", routes.createWebhookEndpoint, endpoint);
  return params;
}
