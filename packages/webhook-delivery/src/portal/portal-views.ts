import type { Attempt, Delivery, Page } from "../model/delivery.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { html, type Html } from "./html.ts";

/** The parts of a view that don't depend on the page. */
export interface PortalView {
  /** The path of the portal, without a trailing slash. */
  readonly base: string;
  readonly readOnly: boolean;
  /** The event types that can be subscribed to. */
  readonly eventTypes: readonly string[];
}

/** A rejected form: the entered values and the reason. */
export interface RejectedForm {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly message: string;
}

/** Lists the endpoints, with the form for a new one. */
export function endpointsView(
  view: PortalView,
  { items, cursor }: Page<Endpoint>,
  rejected?: RejectedForm,
): Html {
  const { base, readOnly } = view;
  const rows = items.map(
    ({ id, url, status, eventTypes }) =>
      html`<tr><td><a href="${base}/endpoints/${id}">${url}</a></td><td>${status}</td><td>${eventTypes.join(", ")}</td></tr>\n`,
  );
  return html`${
    items.length === 0
      ? html`<p>No endpoints yet.</p>`
      : html`<table><tr><th>URL</th><th>Status</th><th>Events</th></tr>
${rows}</table>`
  }
${cursor !== undefined && html`<p><a href="${base}/?cursor=${encodeURIComponent(cursor)}">More</a></p>`}
${!readOnly && html`<h2>Add endpoint</h2>${endpointForm(view, `${base}/endpoints`, "Add endpoint", rejected)}`}`;
}

function endpointForm(
  { eventTypes }: PortalView,
  action: string,
  label: string,
  shown: Partial<RejectedForm> = {},
): Html {
  const known = [...new Set([...eventTypes, ...(shown.eventTypes ?? [])])];
  return html`<form method="post" action="${action}">
${shown.message !== undefined && html`<p role="alert">${shown.message}</p>`}
<label>URL <input name="url" required value="${shown.url ?? ""}"></label>
<fieldset><legend>Events</legend>${known.map(
    (type) =>
      html`<label><input type="checkbox" name="eventTypes" value="${type}"${shown.eventTypes?.includes(type) === true && html` checked`}> ${type}</label>`,
  )}</fieldset>
<p><button>${label}</button></p>
</form>`;
}

/** Shows an endpoint: its settings, signing secrets and deliveries. */
export function endpointView(
  view: PortalView,
  endpoint: Endpoint,
  deliveries: Page<Delivery>,
  rejected?: RejectedForm,
): Html {
  const { base, readOnly } = view;
  const own = `${base}/endpoints/${endpoint.id}`;
  const button = (action: string, label: string): Html =>
    html`<form class="inline" method="post" action="${own}/${action}"><button>${label}</button></form> `;
  return html`<p><a href="${base}/">All endpoints</a></p>
<p>${endpoint.status}${endpoint.disabledReason !== undefined && html`: ${endpoint.disabledReason}`}</p>
${
  !readOnly &&
  html`${endpointForm(view, own, "Save", { url: endpoint.url, eventTypes: endpoint.eventTypes, ...rejected })}
<p>${endpoint.status === "disabled" && button("enable", "Enable")}${button("rotate", "Rotate secret")}${endpoint.secrets.length > 1 && button("end-rotation", "Remove old secret")}${button("delete", "Delete endpoint")}</p>
<details><summary>Signing secret</summary><pre>${endpoint.secrets.join("\n")}</pre></details>`
}
<h2>Deliveries</h2>
<table><tr><th>Event</th><th>State</th><th>Response</th><th>Accepted</th></tr>
${deliveries.items.map((delivery) => deliveryRow(base, delivery))}</table>
${deliveries.cursor !== undefined && html`<p><a href="${own}?cursor=${encodeURIComponent(deliveries.cursor)}">Older</a></p>`}`;
}

function deliveryRow(base: string, delivery: Delivery): Html {
  const { id, eventType, state, lastStatus, lastErrorCode, createdAt } = delivery;
  return html`<tr><td><a href="${base}/deliveries/${id}">${eventType}</a></td><td>${state}</td><td>${lastStatus ?? lastErrorCode ?? ""}</td><td>${new Date(createdAt).toISOString()}</td></tr>\n`;
}

/** Shows a delivery with its payload and attempts. */
export function deliveryView(
  { base, readOnly }: PortalView,
  delivery: Delivery,
  body: string,
  attempts: readonly Attempt[],
): Html {
  const rows = attempts.map(
    ({ number, startedAt, status, errorMessage }) =>
      html`<tr><td>${number}</td><td>${new Date(startedAt).toISOString()}</td><td>${status ?? ""} ${errorMessage ?? ""}</td></tr>\n`,
  );
  return html`<p><a href="${base}/endpoints/${delivery.endpointId}">Endpoint</a></p>
<p>${delivery.state}${delivery.failureReason !== undefined && html`: ${delivery.failureReason}`}</p>
${!readOnly && html`<form method="post" action="${base}/deliveries/${delivery.id}/resend"><button>Resend</button></form>`}
<h2>Payload</h2><pre>${body}</pre>
<h2>Attempts</h2><table><tr><th>Attempt</th><th>Time</th><th>Response</th></tr>
${rows}</table>`;
}
