/**
 * The module that runs before a bundle, in its realm. It counts the requests that each call of the script makes, and refuses those over
 * `max`. A script that leaves the context of its call shares one count a minute. What the egress guard keeps to holds whatever a script
 * does to its realm.
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
  const message = "A script may make ${max} requests while it handles one. Queue a task for the rest.";
  if (call.requests === ${max + 1}) print(message);
  throw new Error(message);
};

// Only the wrapper may begin a count: whoever else takes it leaves the wrapper without, and the script does not start.
let isTaken = false;
export function takeCounter() {
  if (isTaken) throw new Error("The bundle must not take what counts its requests.");
  isTaken = true;
  return (work) => calls.run({ requests: 0 }, work);
}
`;
}
