import { type ComponentType, type LazyExoticComponent, lazy as loadOnce } from "react";
import { loadOnline } from "./load-online.ts";

/** Like React's `lazy`, but waits for the browser to be online instead of showing the error until a reload. */
export function lazy<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return loadOnce(() => loadOnline(load));
}
