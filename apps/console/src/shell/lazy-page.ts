import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { loadOnline } from "../ui/load-online.ts";

/** Returns a lazily loaded page. The annotation avoids a cycle between the page's type and the router's. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(async () => ({ Page: (await loadOnline(load))[name] }), "Page");
}
