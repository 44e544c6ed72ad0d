import { createRoute } from "@tanstack/react-router";
import { readText } from "../data/search.ts";
import { lazyPage } from "../shell/lazy-page.ts";
import { root } from "../shell/root-route.tsx";
import type { createConsoleRouter } from "../shell/router.tsx";

interface HistorySearch {
  /** Limits the history to this page. */
  readonly page?: string | undefined;
  readonly revision?: string | undefined;
}

/** The pages of the documentation product. */
export const contentRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/content",
    component: lazyPage(() => import("./spaces/content-page.tsx"), "ContentPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/sites",
    component: lazyPage(() => import("./sites/sites-page.tsx"), "SitesPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/sites/$siteId",
    component: lazyPage(() => import("./sites/site-customization-page.tsx"), "SiteCustomizationPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/pages/$pageId",
    component: lazyPage(() => import("./page-editor/page-editor-page.tsx"), "PageEditorPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/change-requests",
    component: lazyPage(() => import("./change-requests/change-requests-page.tsx"), "ChangeRequestsPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/change-requests/$changeRequestId",
    component: lazyPage(() => import("./change-requests/change-request-page.tsx"), "ChangeRequestPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId",
    component: lazyPage(
      () => import("./change-requests/change-request-editor-page.tsx"),
      "ChangeRequestEditorPage",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/history",
    component: lazyPage(() => import("./page-editor/history-page.tsx"), "HistoryPage"),
    validateSearch: ({ page: pageId, revision }): HistorySearch => ({
      page: readText(pageId),
      revision: readText(revision),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/content/spaces/$spaceId/git",
    component: lazyPage(() => import("./spaces/git-sync-page.tsx"), "GitSyncPage"),
  }),
] as const;

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter<typeof contentRoutes>>;
  }
}
