import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { signIn } from "@plugboard/api/routes";
import type { AttackReport } from "./attack-report.ts";
import type { Scene } from "./set-up-scene.ts";

// The server's default limit of visits per visitor and minute.
const visitsPerMinute = 300;
const maxWaitMilliseconds = 2_000;

/** Sends many token guesses, visits, and connections that never finish their request. */
export async function flood({ target }: Scene, scale: number): Promise<AttackReport> {
  const breaches: string[] = [];
  const guesses = 60 * scale;
  const url = `${target.consoleUrl}/v1${signIn.path}`;
  const guess = (index: number) =>
    target.send(url, {
      method: signIn.method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: `guess-${index}` }),
    });
  const guessed = await Promise.all(Array.from({ length: guesses }, (_item, index) => guess(index)));
  const looked = guessed.filter(({ status }) => status === 401).length;
  if (looked > 11) breaches.push(`${looked} token guesses were checked`);
  if (guessed.some(({ status }) => status !== 401 && status !== 429))
    breaches.push("a guess returned another status");

  const visits = 400 * scale;
  const began = performance.now();
  const shown = await inBatches(visits, 50, () => target.send(`${target.sitesUrl}/sites/handbook/`));
  if (shown.some(({ status }) => status !== 200)) breaches.push("a page was not returned");
  const { body: metrics } = await target.send(`http://127.0.0.1:${target.port}/metrics`);
  const dropped = Number(/^plugboard_visits_dropped(?:_total)?\{[^}]*\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  const seconds = (performance.now() - began) / 1000;
  const allowed = Math.ceil(visitsPerMinute + (seconds * visitsPerMinute) / 60);
  if (visits - dropped > allowed) breaches.push(`${visits - dropped} of ${visits} visits were recorded`);

  const sockets = await Promise.all(Array.from({ length: 200 * scale }, () => openSlow(target.port)));
  // One slow response can be due to other processes on this machine.
  let waited = Infinity;
  for (let attempt = 0; attempt < 3 && waited > maxWaitMilliseconds; attempt += 1) {
    const before = performance.now();
    const { status } = await target.send(`http://127.0.0.1:${target.port}/healthz`);
    waited = Math.min(waited, Math.round(performance.now() - before));
    if (status !== 200) breaches.push(`with slow connections, /healthz responded with ${status}`);
  }
  if (waited > maxWaitMilliseconds) breaches.push(`with slow connections, /healthz took ${waited} ms`);
  for (const socket of sockets) socket.destroy();
  return {
    name: "floods",
    cases: guesses + visits + sockets.length,
    breaches,
    figures: `${looked} guesses checked, ${dropped} of ${visits} visits dropped, ${waited} ms during slow connections`,
  };
}

async function inBatches<Result>(
  count: number,
  size: number,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) results.push(...(await Promise.all(Array.from({ length: size }, work))));
  return results;
}

/** Opens a connection that never finishes its request. */
async function openSlow(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nX: ");
  return socket;
}
