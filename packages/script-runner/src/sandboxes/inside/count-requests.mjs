// Runs before a bundle, in its realm. Counts the requests of each call and rejects those over the limit. Requests
// outside a call share one count per minute. A script that tampers with its realm still meets the limits of the
// egress guard.
import { AsyncLocalStorage } from "node:async_hooks";
import settings from "settings.json";

const { maxRequests } = settings;
const calls = new AsyncLocalStorage();
const { error: print } = console;
const { fetch: send } = globalThis;
const { now } = Date;
let outside = { requests: 0, since: 0 };

function countOf() {
  const own = calls.getStore();
  if (own !== undefined) return own;
  if (now() - outside.since > 60_000) outside = { requests: 0, since: now() };
  return outside;
}

globalThis.fetch = async function fetch(...request) {
  const call = countOf();
  call.requests += 1;
  if (call.requests <= maxRequests) return await send(...request);
  const message = `A script can make at most ${maxRequests} requests per call. Queue a task for the rest.`;
  if (call.requests === maxRequests + 1) print(message);
  throw new Error(message);
};

// Only the main module can take the counter. If the bundle takes it first, the main module throws and the script
// does not start.
let isTaken = false;
export function takeCounter() {
  if (isTaken) throw new Error("The bundle must not take the request counter.");
  isTaken = true;
  return (work) => calls.run({ requests: 0 }, work);
}
