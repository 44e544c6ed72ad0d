import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { frameOfHost } from "../data/embedded-page.ts";
import { portalBase } from "../data/portal-page.ts";
import { usePortalSession } from "../data/portal-session.ts";
import { DeliveriesPage } from "../deliveries/deliveries-page.tsx";
import { readDeliveriesSearch } from "../deliveries/deliveries-search.ts";
import { EndpointsPage } from "../endpoints/endpoints-page.tsx";
import { readEndpointsSearch } from "../endpoints/endpoints-search.ts";

interface RootSearch {
  /** Kept for a reload of an embedded portal. */
  readonly frame?: string | undefined;
}

const root = createRootRoute({
  component: PortalFrame,
  validateSearch: (): RootSearch => (frameOfHost === undefined ? {} : { frame: frameOfHost }),
  search: { middlewares: [retainSearchParams<RootSearch>(["frame"])] },
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/endpoints", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/endpoints",
    validateSearch: readEndpointsSearch,
    component: EndpointsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/deliveries",
    validateSearch: readDeliveriesSearch,
    component: DeliveriesPage,
  }),
] as const;

/** The portal's router: the console pages its users can see, at the same paths. */
export const portalRouter = createRouter({ routeTree: root.addChildren(routes), basepath: portalBase });

function PortalFrame(): ReactNode {
  const session = usePortalSession();
  return (
    <div className="portal">
      <header className="portal-bar">
        <span className="portal-title">Webhooks of {session?.organization.title}</span>
        <nav aria-label="Portal">
          <Link to="/endpoints" search={{}} activeOptions={{ includeSearch: false }}>
            Endpoints
          </Link>
          <Link to="/deliveries" search={{}} activeOptions={{ includeSearch: false }}>
            Deliveries
          </Link>
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  );
}
