import { listOrganizations } from "@plugboard/api/routes";
import "@plugboard/components-react/tokens.css";
import "./ui/console.css";
import { frameOfHost } from "./data/embedded-page.ts";
import { firstSession } from "./data/is-signed-in.ts";
import { isPortalPage } from "./data/portal-page.ts";
import { productUrl, readProduct } from "./read-product.ts";
import { pages } from "./shell/pages.ts";

// The first script of each page. It is small, and requests the page's scripts at once instead of import by import.

async function loadPage(): Promise<void> {
  const path = location.pathname.replace(/^\/embed(?=\/)/, "");
  for (const [page, load] of Object.entries(pages)) if (page === path) await load();
}

/**
 * Requests the organizations, on which all other data depends. The browser reuses the response for the same request
 * of the API client, which loads later.
 */
async function loadOrganizations(): Promise<void> {
  // With a token from the page around this one, requests send no cookies.
  if (frameOfHost !== undefined || !(await firstSession)) return;
  const link = document.createElement("link");
  // `anonymous` is the credentials mode of the client's requests.
  const href = `/v1${listOrganizations.path}`;
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
  document.head.append(link);
}

void import("./main.tsx");
if (isPortalPage) void import("./portal/portal-page.tsx");
// The server sends the first page to browsers with a session. Products check sessions themselves.
if (!isPortalPage && (productUrl !== undefined || document.getElementById("first-page") !== null))
  void Promise.all([import("./shell/app.tsx"), readProduct(), loadPage(), loadOrganizations()]);
