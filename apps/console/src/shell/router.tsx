import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
  type RouteComponent,
} from "@tanstack/react-router";
import { categories, type Category } from "@plugboard/api";
import type { ComponentType } from "react";
import { readDeliveriesSearch } from "../deliveries/deliveries-search.ts";
import { readChoice, readText, readTime } from "../data/search.ts";
import { readEndpointsSearch } from "../endpoints/endpoints-search.ts";
import { readEventsSearch } from "../events/events-search.ts";
import { readLogsSearch } from "../logs/logs-search.ts";
import { readOverviewSearch } from "../overview/overview-search.ts";
import { installationTabs } from "../installed/installation-tabs.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page } from "../ui/page.tsx";
import { Layout } from "./layout.tsx";

/** Returns a lazily loaded page. The annotation avoids a cycle between the page's type and the router's. */
function page<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(async () => ({ Page: (await load())[name] }), "Page");
}

interface MarketplaceSearch {
  readonly q?: string | undefined;
  readonly category?: Category | undefined;
}

interface ShareSearch {
  /** The share token of an unlisted integration. */
  readonly share?: string | undefined;
}

interface HistorySearch {
  /** Limits the history to this page. */
  readonly page?: string | undefined;
  readonly revision?: string | undefined;
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

interface RootSearch {
  /** The ID of the current organization. Defaults to the first one. */
  readonly organization?: string | undefined;
}

const root = createRootRoute({
  component: Layout,
  validateSearch: ({ organization }): RootSearch => ({ organization: readText(organization) }),
  search: { middlewares: [retainSearchParams<RootSearch>(["organization"])] },
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: page(() => import("../overview/overview-page.tsx"), "OverviewPage"),
    validateSearch: readOverviewSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content",
    component: page(() => import("../content/content-page.tsx"), "ContentPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/sites",
    component: page(() => import("../content/sites-page.tsx"), "SitesPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/sites/$siteId",
    component: page(() => import("../content/site-customization-page.tsx"), "SiteCustomizationPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/pages/$pageId",
    component: page(() => import("../content/page-editor-page.tsx"), "PageEditorPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/history",
    component: page(() => import("../content/history-page.tsx"), "HistoryPage"),
    validateSearch: ({ page: pageId, revision }): HistorySearch => ({
      page: readText(pageId),
      revision: readText(revision),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/git",
    component: page(() => import("../content/git-sync-page.tsx"), "GitSyncPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace",
    component: page(() => import("../marketplace/marketplace-page.tsx"), "MarketplacePage"),
    validateSearch: ({ q, category }): MarketplaceSearch => ({
      q: readText(q),
      category: readChoice(category, categories),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace/$integration",
    component: page(() => import("../marketplace/integration-page.tsx"), "IntegrationPage"),
    validateSearch: ({ share }): ShareSearch => ({ share: readText(share) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/marketplace/$integration/install",
    component: page(() => import("../marketplace/install-page.tsx"), "InstallPage"),
    validateSearch: ({ step, share }): InstallSearch => ({
      step: readChoice(step, installSteps),
      share: readText(share),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/installed",
    component: page(() => import("../installed/installed-page.tsx"), "InstalledPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/installed/$installationId",
    component: page(() => import("../installed/installation-page.tsx"), "InstallationPage"),
    validateSearch: ({ tab }): InstallationSearch => ({ tab: readChoice(tab, installationTabs) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events",
    component: page(() => import("../events/events-page.tsx"), "EventsPage"),
    validateSearch: readEventsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/events/new",
    component: page(() => import("../events/compose-event-page.tsx"), "ComposeEventPage"),
    validateSearch: ({ type }): { readonly type?: string | undefined } => ({ type: readText(type) }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/deliveries",
    validateSearch: readDeliveriesSearch,
    component: page(() => import("../deliveries/deliveries-page.tsx"), "DeliveriesPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/endpoints",
    validateSearch: readEndpointsSearch,
    component: page(() => import("../endpoints/endpoints-page.tsx"), "EndpointsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/logs",
    component: page(() => import("../logs/logs-page.tsx"), "LogsPage"),
    validateSearch: readLogsSearch,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/developers",
    component: page(() => import("../developers/developers-page.tsx"), "DevelopersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/members",
    component: page(() => import("../people/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/audit",
    component: page(() => import("../audit/audit-page.tsx"), "AuditPage"),
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
    component: page(() => import("../reviews/reviews-page.tsx"), "ReviewsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/usage",
    component: page(() => import("../usage/usage-page.tsx"), "UsagePage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/keys",
    component: page(() => import("../people/api-keys-page.tsx"), "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/account",
    component: page(() => import("../people/account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/settings",
    component: page(() => import("../settings/settings-page.tsx"), "SettingsPage"),
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

/** The console's router. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <Page title="Not found">
      <p className="hint">
        This page doesn’t exist. <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  );
}

function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <ErrorMessage error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </Page>
  );
}
