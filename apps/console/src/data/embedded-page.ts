import { embeddedPage } from "@plugboard/console/page";

const searchParams = new URLSearchParams(location.search);
const embedded = embeddedPage({ pathname: location.pathname, searchParams });

/** The organization of the portal that this page belongs to. */
export const portalOrganization: string | undefined =
  embedded?.isPortal === true ? embedded.organizationId : undefined;

/** Whether this page is in a frame of the product, without the console's navigation. */
export const isEmbeddedPage: boolean = embedded?.isPortal === false;

/** The page's permission to be framed by another site, whose page passes tokens. `undefined` with the browser's session. */
export const frameOfHost: string | undefined =
  embedded === undefined ? undefined : (searchParams.get("frame") ?? undefined);
