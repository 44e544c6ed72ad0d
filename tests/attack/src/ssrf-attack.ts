import { once } from "node:events";
import { createServer } from "node:net";
import * as routes from "@plugboard/api/routes";
import type { AttackReport } from "./attack-report.ts";
import { findPort } from "./find-port.ts";
import { startTarget, type Target } from "./start-target.ts";

/** Ways to write this machine's own address. It stands for everything that is not on the public internet. */
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

/** Makes a server that others reach call this machine, by every way to write its address. */
export async function attackAddresses(): Promise<AttackReport> {
  const canary = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  let calls = 0;
  canary.listen(0, "::");
  await once(canary, "listening");
  const address = canary.address();
  if (address === null || typeof address === "string") throw new Error("the canary does not listen");
  const target = await startTarget(await findPort(), {
    PLUGBOARD_PUBLIC_URL: "https://docs.example.com",
    PLUGBOARD_SITES_URL: "https://sites.example.net",
  });
  try {
    const urls = hosts.flatMap((host) =>
      schemes.map((scheme) => `${scheme}://${host.replace(/([#\\\t%].*|)$/, `:${address.port}$1`)}/`),
    );
    const breaches: string[] = [];
    for (const url of urls) {
      const before = calls;
      const status = await publish(target, url);
      if (status < 400) breaches.push(`publishing ${url}: ${status}`);
      if (calls > before) breaches.push(`publishing ${url} called this machine`);
    }
    return { name: "private addresses", cases: urls.length, breaches, figures: `${calls} calls arrived` };
  } finally {
    await target.stop();
    canary.close();
  }
}

async function publish(target: Target, url: string): Promise<number> {
  const manifest =
    "name: inside\ntitle: T\ndescription: D.\norganization: acme\nvisibility: private\nscopes: []\n";
  const { method, path } = routes.publishIntegration;
  const { status } = await target.send(`${target.consoleUrl}/v1${path.replace("{integration}", "inside")}`, {
    method,
    headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ manifest, url, signingSecret: "a-secret-of-the-attack" }),
  });
  return status;
}
