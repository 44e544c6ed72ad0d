/**
 * Returns the module that runs before a bundle, in its realm. It counts the requests of each call and rejects
 * those over `max`. Requests outside the context of a call share one count per minute. The egress guard's
 * limits hold even if a script tampers with its realm.
 */
export function countSubrequestsModule(max: number): string {
  return `
import { AsyncLocalStorage } from "node:async_hooks";

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
  if (call.requests <= ${max}) return await send(...request);
  const message = "A script can make at most ${max} requests per call. Queue a task for the rest.";
  if (call.requests === ${max + 1}) print(message);
  throw new Error(message);
};

// Only the wrapper can take the counter. If the bundle takes it first, the wrapper throws and the script does not start.
let isTaken = false;
export function takeCounter() {
  if (isTaken) throw new Error("The bundle must not take the request counter.");
  isTaken = true;
  return (work) => calls.run({ requests: 0 }, work);
}
`;
}
