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
import { pages } from "./pages.ts";
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
    component: lazyPage(pages["/"], "OverviewPage"),
    validateSearch: readOverviewSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace",
    component: lazyPage(pages["/marketplace"], "MarketplacePage"),
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
    component: lazyPage(pages["/installed"], "InstalledPage"),
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
    component: lazyPage(pages["/events"], "EventsPage"),
    validateSearch: readEventsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events/new",
    component: lazyPage(pages["/events/new"], "ComposeEventPage"),
    validateSearch: ({ type }): { readonly type?: string | undefined } => ({ type: readText(type) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/deliveries",
    validateSearch: readDeliveriesSearch,
    component: lazyPage(pages["/deliveries"], "DeliveriesPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/endpoints",
    validateSearch: readEndpointsSearch,
    component: lazyPage(pages["/endpoints"], "EndpointsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/logs",
    component: lazyPage(pages["/logs"], "LogsPage"),
    validateSearch: readLogsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/developers",
    component: lazyPage(pages["/developers"], "DevelopersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/members",
    component: lazyPage(pages["/members"], "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/audit",
    component: lazyPage(pages["/audit"], "AuditPage"),
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
    component: lazyPage(pages["/reviews"], "ReviewsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/usage",
    validateSearch: readUsageSearch,
    component: lazyPage(pages["/usage"], "UsagePage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/keys",
    component: lazyPage(pages["/keys"], "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/account",
    component: lazyPage(pages["/account"], "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/settings",
    component: lazyPage(pages["/settings"], "SettingsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/block",
    component: lazyPage(() => import("../embed/block-page.tsx"), "BlockPage"),
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
