// The main module of a sandbox. It provides the host that the runtime package expects, and handles the control
// entry point. It isn't a security boundary: the script shares its realm and can break it, but only harms itself.
import { takeCounter } from "count-requests.mjs";
import settings from "settings.json";
import * as script from "bundle.mjs";

const counted = takeCounter();

const integration = script.default ?? script.integration;
if (typeof integration?.fetch !== "function") {
  throw new TypeError('The bundle must export createIntegration({ … }), as its default or as "integration".');
}

const print = { debug: console.debug, info: console.info, warn: console.warn, error: console.error };
const plain = (_name, value) => {
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
};

function log({ level, message, event, fields }) {
  let text;
  try {
    text = JSON.stringify({ message, event, fields }, plain);
  } catch {
    text = JSON.stringify({ message, event, fields: { unwritable: Object.keys(fields) } });
  }
  print[level](settings.structuredLinePrefix + text);
}

// Unfinished background work with its start time. Interrupted work never settles, so it is dropped after a minute.
const pending = new Map();
function track(work) {
  for (const [old, since] of pending) {
    if (Date.now() - since < 60_000) break;
    pending.delete(old);
  }
  const settled = Promise.allSettled([work]).finally(() => pending.delete(settled));
  pending.set(settled, Date.now());
  return work;
}

addEventListener("unhandledrejection", ({ reason }) => {
  log({ level: "error", message: "Unhandled promise rejection", fields: { error: reason } });
});

export default {
  fetch(request, env, context) {
    print.debug(settings.beginLinePrefix + request.headers.get(settings.requestIdHeader));
    const host = { log, waitUntil: (work) => context.waitUntil(track(work)) };
    return counted(() => integration.fetch(request, env, host));
  },
};

export const control = {
  async fetch(request) {
    if (new URL(request.url).pathname === "/drain")
      while (pending.size > 0) await Promise.all(pending.keys());
    return new Response(null, { status: 204 });
  },
};
