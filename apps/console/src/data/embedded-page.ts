import { isPortalPage } from "./portal-page.ts";

/** Whether this page is in a frame of the product, without the console's navigation. */
export const isEmbeddedPage: boolean = /^\/embed(\/|$)/.test(location.pathname);

/** The page's permission to be framed by another site, whose page passes tokens. `undefined` with the browser's session. */
export const frameOfHost: string | undefined =
  isEmbeddedPage || isPortalPage
    ? (new URLSearchParams(location.search).get("frame") ?? undefined)
    : undefined;
