import type { RuntimeEventType, SiteRequestType } from "./runtime-event.ts";
import { type CustomEventType, isCustomEventType } from "./custom-event.ts";
import type { Scope } from "../vocabulary/scope.ts";

/**
 * The scope required to receive each event type (docs/conformance.md#event-scopes); `undefined` if none is
 * required.
 */
export const eventScopes: Readonly<Record<RuntimeEventType, Scope | undefined>> = {
  installation_setup: undefined,
  installation_deleted: undefined,
  space_installation_setup: undefined,
  space_installation_deleted: undefined,
  site_installation_setup: undefined,
  site_installation_deleted: undefined,
  space_view: "space:metadata:read",
  space_content_updated: "space:content:read",
  space_visibility_updated: "space:metadata:read",
  space_gitsync_started: "space:git:sync",
  space_gitsync_completed: "space:git:sync",
  site_view: "site:views:read",
  page_feedback: "site:views:read",
  ui_render: undefined,
  task: undefined,
  schedule: undefined,
};

/**
 * Returns the scope required to receive a built-in or custom event type; `undefined` if none is required.
 *
 * @example
 * import { scopeOfEvent } from "@plugboard/api";
 *
 * console.log(scopeOfEvent("invoice.paid"), scopeOfEvent("task")); // "organization:events:read" undefined
 */
export function scopeOfEvent(type: RuntimeEventType | CustomEventType): Scope | undefined {
  return isCustomEventType(type) ? "organization:events:read" : eventScopes[type];
}

/** The scope required to respond to each site request. */
export const siteRequestScopes: Readonly<Record<SiteRequestType, Scope>> = {
  fetch_published_script: "site:script:inject",
  fetch_visitor_authentication: "site:visitor:auth",
};
