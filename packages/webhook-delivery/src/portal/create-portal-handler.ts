import { generateSecret } from "@plugboard/webhook-signer";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { Delivery } from "../model/delivery.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { AddressGuardOptions } from "../sender/address-guard.ts";
import { checkEndpointUrl } from "../sender/target-url.ts";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { html, type Html } from "./html.ts";
import { renderPage, scriptHash } from "./portal-layout.ts";
import {
  deliveryView,
  endpointsView,
  endpointView,
  type PortalView,
  type RejectedForm,
} from "./portal-views.ts";

/** The customer who uses the portal. */
export interface PortalAccess {
  /** Only this tenant's endpoints and deliveries are shown. */
  readonly tenant: string;
  /** Hides signing secrets and rejects changes. Defaults to false. */
  readonly readOnly?: boolean | undefined;
}

/** Options for `createPortalHandler`. */
export interface PortalHandlerOptions {
  readonly store: DeliveryStore;
  /**
   * Returns the portal a request can access, for example by your session cookie; `undefined` if the request
   * isn't authorized.
   */
  readonly authorize: (request: Request) => PortalAccess | undefined | Promise<PortalAccess | undefined>;
  /** The path of the portal on your server, such as `/webhooks`. Defaults to the root. */
  readonly basePath?: string | undefined;
  /** The event types that customers can subscribe to. */
  readonly eventTypes: readonly string[];
  /** The origins of pages that can frame the portal, besides its own. Defaults to none. */
  readonly frameAncestors?: readonly string[] | undefined;
  /** The sender's options, so that customers learn about URLs it would reject. */
  readonly guard?: AddressGuardOptions | undefined;
  /** Called with errors of `authorize` and of the store. The response to the customer is a 503 without details. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Responds to a request below the portal's path. */
export type PortalHandler = (request: Request) => Promise<Response>;

interface Call extends PortalView {
  readonly store: DeliveryStore;
  readonly tenant: string;
  readonly guard: AddressGuardOptions | undefined;
  readonly form: URLSearchParams;
  readonly cursor: string | undefined;
}

/** A page, or the path to redirect to after a change. */
type Outcome =
  | {
      readonly title: string;
      readonly content: Html;
      readonly data: object;
      readonly status?: number;
      /** The path's allowed methods, if it was requested with a different one. */
      readonly allow?: readonly string[];
    }
  | { readonly location: string };

type Route = readonly [
  method: "GET" | "POST",
  path: RegExp,
  act: (call: Call, id: string) => Promise<Outcome>,
];

const maxFormBytes = 64 * 1024;

const routes: readonly Route[] = [
  ["GET", /^\/$/, (call) => showEndpoints(call)],
  ["POST", /^\/endpoints$/, createEndpoint],
  [
    "GET",
    /^\/endpoints\/([^/]+)$/,
    async (call, id) => await showEndpoint(call, await ownEndpoint(call, id)),
  ],
  ["POST", /^\/endpoints\/([^/]+)$/, saveEndpoint],
  [
    "POST",
    /^\/endpoints\/([^/]+)\/enable$/,
    (call, id) => change(call, id, (store) => store.enableEndpoint(id)),
  ],
  [
    "POST",
    /^\/endpoints\/([^/]+)\/rotate$/,
    (call, id) =>
      change(call, id, (store) =>
        store.updateEndpoint(id, ({ secrets }) => ({ secrets: [generateSecret(), ...secrets.slice(0, 1)] })),
      ),
  ],
  [
    "POST",
    /^\/endpoints\/([^/]+)\/end-rotation$/,
    (call, id) =>
      change(call, id, (store) =>
        store.updateEndpoint(id, ({ secrets }) => ({ secrets: secrets.slice(0, 1) })),
      ),
  ],
  ["POST", /^\/endpoints\/([^/]+)\/delete$/, deleteEndpoint],
  ["GET", /^\/deliveries\/([^/]+)$/, showDelivery],
  ["POST", /^\/deliveries\/([^/]+)\/resend$/, resend],
];

/**
 * Creates the routes of a webhook portal: customers manage their endpoints and see and resend deliveries, without a Plugboard server.
 * `WebhookPortal` of `@plugboard/components-react` can frame it, with the portal's URL as `signedUrl`. With `Accept:
 * application/json`, pages are JSON. Changes must come from the portal's own origin.
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createPortalHandler } from "@plugboard/webhook-delivery/portal";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * declare function readSession(request: Request): { readonly customer: string } | undefined;
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("webhooks.db"));
 * export const handle = createPortalHandler({
 *   store,
 *   basePath: "/webhooks",
 *   eventTypes: ["invoice.paid"],
 *   authorize: (request) => {
 *     const session = readSession(request);
 *     return session && { tenant: session.customer };
 *   },
 * });
 */
export function createPortalHandler(options: PortalHandlerOptions): PortalHandler {
  const { store, authorize, basePath = "", eventTypes, frameAncestors = [], guard, onError } = options;
  const base = basePath.replace(/\/+$/, "");
  let policy: Promise<string> | undefined;
  const readPolicy = async (): Promise<string> =>
    `default-src 'none'; style-src 'unsafe-inline'; script-src ${await scriptHash()}; form-action 'self'; base-uri 'none'; frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`;

  async function respond(request: Request, outcome: Outcome): Promise<Response> {
    if ("location" in outcome)
      return new Response(null, { status: 303, headers: { location: `${base}${outcome.location}` } });
    const { title, content, data, status = 200, allow } = outcome;
    const headers = {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": await (policy ??= readPolicy()),
      ...(allow && { allow: allow.join(", ") }),
    };
    if (wantsJson(request)) return Response.json(data, { status, headers });
    const page = renderPage(title, content, status === 401 ? "expired" : "ready");
    return new Response(page, {
      status,
      headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    });
  }

  async function handle(request: Request): Promise<Outcome> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.startsWith(base) ? pathname.slice(base.length) || "/" : "";
    const access = await authorize(request);
    if (access === undefined) return refusal(401, "Your session has ended.");
    const { tenant, readOnly = false } = access;
    // Without a tenant, a store lists all endpoints.
    if (typeof tenant !== "string") throw new TypeError("authorize returned no tenant.");
    const isChange = request.method === "POST";
    if (isChange && !isSameOrigin(request)) return refusal(403, "The request comes from another site.");
    if (isChange && readOnly) return refusal(403, "You can only view this.");
    const found = routes.filter(([, pattern]) => pattern.test(path));
    const route = found.find(([method]) => method === request.method);
    if (found.length === 0) return notFound;
    if (route === undefined)
      return {
        ...refusal(405, "This page doesn't support the method."),
        allow: found.map(([method]) => method),
      };
    const [, pattern, act] = route;
    const id = readId(pattern.exec(path)?.[1] ?? "");
    if (id === undefined) return notFound;
    const form = isChange ? await readForm(request) : new URLSearchParams();
    if (!(form instanceof URLSearchParams)) return form;
    const cursor = searchParams.get("cursor") ?? undefined;
    return await act({ store, base, tenant, readOnly, eventTypes, guard, form, cursor }, id);
  }

  return async (request) => {
    const outcome = await handle(request).catch((error: unknown): Outcome => {
      if (error instanceof DeliveryError && error.code.endsWith("_not_found"))
        return refusal(404, error.message);
      if (error instanceof DeliveryError && error.code !== "unavailable") return refusal(400, error.message);
      onError?.(error);
      return refusal(503, "Webhooks can't be shown right now. Try again later.");
    });
    return await respond(request, outcome);
  };
}

function refusal(status: number, message: string) {
  return {
    title: "Webhooks",
    content: html`<p role="alert">${message}</p>`,
    data: { error: message },
    status,
  };
}

const notFound = refusal(404, "There is no such page.");

function wantsJson(request: Request): boolean {
  return /\bapplication\/json\b/.test(request.headers.get("accept") ?? "");
}

/**
 * Browsers send the origin with every form; without one, the cookies may have been attached to another site's
 * request.
 */
function isSameOrigin(request: Request): boolean {
  const relation = request.headers.get("sec-fetch-site");
  if (relation !== null) return relation === "same-origin";
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** Returns the ID in a path; `undefined` if no row can have it. */
function readId(segment: string): string | undefined {
  try {
    const id = decodeURIComponent(segment);
    return id.includes("\0") ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Reads a form, up to its size limit. */
async function readForm({ headers, body }: Request): Promise<URLSearchParams | Outcome> {
  const type = headers.get("content-type");
  if (type !== null && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    return refusal(415, "Send a form as application/x-www-form-urlencoded.");
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxFormBytes) return refusal(413, "The form is too large.");
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return refusal(400, "The form didn't arrive in full.");
  }
  return new URLSearchParams(text + decoder.decode());
}

/** An endpoint as JSON: its secrets are shown on the page only. */
function toPublic({ id, url, eventTypes, status, disabledReason, createdAt }: Endpoint) {
  return { id, url, eventTypes, status, disabledReason, createdAt };
}

async function ownEndpoint({ store, tenant }: Call, id: string): Promise<Endpoint> {
  const endpoint = await store.getEndpoint(id);
  if (endpoint?.tenant === tenant) return endpoint;
  throw new DeliveryError("endpoint_not_found", "There is no such endpoint.");
}

async function ownDelivery(call: Call, id: string): Promise<Delivery> {
  const delivery = await call.store.getDelivery(id);
  const endpoint = delivery && (await call.store.getEndpoint(delivery.endpointId));
  if (delivery !== undefined && endpoint?.tenant === call.tenant) return delivery;
  throw new DeliveryError("delivery_not_found", "There is no such delivery.");
}

async function showEndpoints(call: Call, rejected?: RejectedForm): Promise<Outcome> {
  const page = await call.store.listEndpoints({ tenant: call.tenant, cursor: call.cursor });
  return {
    title: "Webhook endpoints",
    content: endpointsView(call, page, rejected),
    data: { items: page.items.map(toPublic), cursor: page.cursor, error: rejected?.message },
    status: rejected === undefined ? 200 : 400,
  };
}

async function showEndpoint(call: Call, endpoint: Endpoint, rejected?: RejectedForm): Promise<Outcome> {
  const deliveries = await call.store.listDeliveries({
    endpointId: endpoint.id,
    cursor: call.cursor,
    limit: 50,
  });
  return {
    title: endpoint.url,
    content: endpointView(call, endpoint, deliveries, rejected),
    data: { endpoint: toPublic(endpoint), deliveries, error: rejected?.message },
    status: rejected === undefined ? 200 : 400,
  };
}

/** Reads and checks the form of an endpoint. Returns the message of its first problem. */
function readEndpointForm({
  form,
  eventTypes: known,
  guard,
}: Call): Omit<RejectedForm, "message"> & { readonly problem?: string } {
  const url = (form.get("url") ?? "").trim();
  const eventTypes = [...new Set(form.getAll("eventTypes"))];
  const unknown = eventTypes.find((type) => !known.includes(type));
  if (unknown !== undefined) return { url, eventTypes, problem: `There is no event ${unknown}.` };
  if (eventTypes.length === 0) return { url, eventTypes, problem: "Select at least one event." };
  try {
    checkEndpointUrl(url, guard);
    return { url, eventTypes };
  } catch (error) {
    if (error instanceof DeliveryError) return { url, eventTypes, problem: error.message };
    throw error;
  }
}

async function createEndpoint(call: Call): Promise<Outcome> {
  const { url, eventTypes, problem: message } = readEndpointForm(call);
  if (message !== undefined) return await showEndpoints(call, { url, eventTypes, message });
  const { tenant } = call;
  const { id } = await call.store.createEndpoint({ tenant, url, eventTypes, secrets: [generateSecret()] });
  return { location: `/endpoints/${id}` };
}

async function saveEndpoint(call: Call, id: string): Promise<Outcome> {
  const endpoint = await ownEndpoint(call, id);
  const { url, eventTypes, problem: message } = readEndpointForm(call);
  if (message !== undefined) return await showEndpoint(call, endpoint, { url, eventTypes, message });
  await call.store.updateEndpoint(id, { url, eventTypes });
  return { location: `/endpoints/${id}` };
}

async function change(
  call: Call,
  id: string,
  act: (store: DeliveryStore) => Promise<unknown>,
): Promise<Outcome> {
  await ownEndpoint(call, id);
  await act(call.store);
  return { location: `/endpoints/${id}` };
}

async function deleteEndpoint(call: Call, id: string): Promise<Outcome> {
  await ownEndpoint(call, id);
  await call.store.deleteEndpoint(id);
  return { location: "/" };
}

async function showDelivery(call: Call, id: string): Promise<Outcome> {
  const delivery = await ownDelivery(call, id);
  const event = await call.store.getEvent({ tenant: call.tenant, id: delivery.eventId });
  const attempts = await call.store.listAttempts(id);
  const body = event?.body ?? "";
  return {
    title: delivery.eventType,
    content: deliveryView(call, delivery, body, attempts),
    data: { delivery, body, attempts },
  };
}

async function resend(call: Call, id: string): Promise<Outcome> {
  await ownDelivery(call, id);
  await call.store.resend(id);
  return { location: `/deliveries/${id}` };
}
