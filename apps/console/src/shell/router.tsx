import { type AnyRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { categories, type Category } from "@plugboard/api";
import { readDeliveriesSearch } from "../deliveries/deliveries-search.ts";
import { isEmbeddedPage } from "../data/embedded-page.ts";
import { readChoice, readText, readTime } from "../data/search.ts";
import { readEndpointsSearch } from "../endpoints/endpoints-search.ts";
import { readEventsSearch } from "../events/events-search.ts";
import { readLogsSearch } from "../logs/logs-search.ts";
import { readUsageSearch } from "../usage/usage-search.ts";
import { readOverviewSearch } from "../overview/overview-search.ts";
import { installationTabs } from "../installed/installation-tabs.ts";
import { lazyPage } from "./lazy-page.ts";
import { root } from "./root-route.tsx";

interface MarketplaceSearch {
  readonly q?: string | undefined;
  readonly category?: Category | undefined;
}

interface ShareSearch {
  /** The share token of an unlisted integration. */
  readonly share?: string | undefined;
}

interface InstallSearch extends ShareSearch {
  readonly step?: (typeof installSteps)[number] | undefined;
}

interface InstallationSearch {
  /** Defaults to the settings. */
  readonly tab?: (typeof installationTabs)[number] | undefined;
}

const installSteps = ["consent", "settings", "locations", "test"] as const;

interface AuditSearch {
  /** The ID of the actor. */
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  /** The ID of the changed resource. */
  readonly resource?: string | undefined;
  /** A day, as `2026-01-15`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyPage(() => import("../overview/overview-page.tsx"), "OverviewPage"),
    validateSearch: readOverviewSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace",
    component: lazyPage(() => import("../marketplace/marketplace-page.tsx"), "MarketplacePage"),
    validateSearch: ({ q, category }): MarketplaceSearch => ({
      q: readText(q),
      category: readChoice(category, categories),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace/$integration",
    component: lazyPage(() => import("../marketplace/integration-page.tsx"), "IntegrationPage"),
    validateSearch: ({ share }): ShareSearch => ({ share: readText(share) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace/$integration/install",
    component: lazyPage(() => import("../marketplace/install-page.tsx"), "InstallPage"),
    validateSearch: ({ step, share }): InstallSearch => ({
      step: readChoice(step, installSteps),
      share: readText(share),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/installed",
    component: lazyPage(() => import("../installed/installed-page.tsx"), "InstalledPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/installed/$installationId",
    component: lazyPage(() => import("../installed/installation-page.tsx"), "InstallationPage"),
    validateSearch: ({ tab }): InstallationSearch => ({ tab: readChoice(tab, installationTabs) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events",
    component: lazyPage(() => import("../events/events-page.tsx"), "EventsPage"),
    validateSearch: readEventsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events/new",
    component: lazyPage(() => import("../events/compose-event-page.tsx"), "ComposeEventPage"),
    validateSearch: ({ type }): { readonly type?: string | undefined } => ({ type: readText(type) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/deliveries",
    validateSearch: readDeliveriesSearch,
    component: lazyPage(() => import("../deliveries/deliveries-page.tsx"), "DeliveriesPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/endpoints",
    validateSearch: readEndpointsSearch,
    component: lazyPage(() => import("../endpoints/endpoints-page.tsx"), "EndpointsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/logs",
    component: lazyPage(() => import("../logs/logs-page.tsx"), "LogsPage"),
    validateSearch: readLogsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/developers",
    component: lazyPage(() => import("../developers/developers-page.tsx"), "DevelopersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/members",
    component: lazyPage(() => import("../people/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/audit",
    component: lazyPage(() => import("../audit/audit-page.tsx"), "AuditPage"),
    validateSearch: ({ actor, operation, resource, since, until }): AuditSearch => ({
      actor: readText(actor),
      operation: readText(operation),
      resource: readText(resource),
      since: readTime(since),
      until: readTime(until),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reviews",
    component: lazyPage(() => import("../reviews/reviews-page.tsx"), "ReviewsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/usage",
    validateSearch: readUsageSearch,
    component: lazyPage(() => import("../usage/usage-page.tsx"), "UsagePage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/keys",
    component: lazyPage(() => import("../people/api-keys-page.tsx"), "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/account",
    component: lazyPage(() => import("../people/account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/settings",
    component: lazyPage(() => import("../settings/settings-page.tsx"), "SettingsPage"),
  }),
  // The path of share links to unlisted integrations.
  createRoute({
    getParentRoute: () => root,
    path: "/integrations/$integration",
    validateSearch: ({ share }): ShareSearch => ({ share: readText(share) }),
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: "/marketplace/$integration", params, search, replace: true });
    },
  }),
  // Integrations receive this URL of an installation, and bookmarks may contain it.
  createRoute({
    getParentRoute: () => root,
    path: "/installations/$installationId",
    validateSearch: ({ tab }): InstallationSearch => ({ tab: readChoice(tab, installationTabs) }),
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: "/installed/$installationId", params, search, replace: true });
    },
  }),
] as const;

/** Creates the console's router with the pages of a product. */
export function createConsoleRouter<const Routes extends readonly AnyRoute[]>(productRoutes: Routes) {
  return createRouter({
    routeTree: root.addChildren([...routes, ...productRoutes]),
    basepath: isEmbeddedPage ? "/embed" : "/",
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}
