import type { ApiResponse } from "@plugboard/api/client";
import { countDeliveries, listDeliveries, listOrganizations } from "@plugboard/api/routes";
import "@plugboard/components-react/tokens.css";
import "./ui/console.css";
import { requestEarly } from "./data/early-requests.ts";
import { frameOfHost } from "./data/embedded-page.ts";
import { firstSession } from "./data/is-signed-in.ts";
import { isPortalPage } from "./data/portal-page.ts";
import { readText } from "./data/search.ts";
import { deliveryQueries, readDeliveriesSearch, timeWindowOf } from "./deliveries/deliveries-search.ts";
import { declaredProduct, readProduct } from "./read-product.ts";
import { pages } from "./shell/pages.ts";
import { loadCachedFont } from "./ui/load-font.ts";

// The first script of each page. It is small, and requests the page's scripts at once instead of import by import.

// The server sends the first page to browsers with a session. Products check sessions themselves.
const hasFirstPage = document.getElementById("first-page") !== null;

async function loadPage(): Promise<void> {
  const path = location.pathname.replace(/^\/embed(?=\/)/, "");
  for (const [page, load] of Object.entries(pages)) if (page === path) await load();
}

/** Requests the data of the first view. The console requests it again, and shows the error, if this fails. */
async function loadData(): Promise<void> {
  // With a token from the embedding page, requests send no cookies.
  if (frameOfHost !== undefined) return;
  if (!hasFirstPage && !(await firstSession)) return;
  const listed = requestEarly(`/v1${listOrganizations.path}`);
  const search = Object.fromEntries(new URLSearchParams(location.search));
  const organization = readText(search["organization"]) ?? (await firstOf(listed));
  if (location.pathname !== "/deliveries" || organization === undefined) return;
  const deliveries = readDeliveriesSearch(search);
  const queries = deliveryQueries(deliveries, timeWindowOf(deliveries, Date.now()), organization);
  await Promise.all([
    requestEarly(`/v1${listDeliveries.path}?${toParameters(queries.list)}`),
    requestEarly(`/v1${countDeliveries.path}?${toParameters(queries.counts)}`),
    listed,
  ]);
}

async function firstOf(listed: Promise<Response>): Promise<string | undefined> {
  // The server checks its responses against the contract.
  const { items } = (await (await listed).json()) as ApiResponse<typeof listOrganizations>;
  return items[0]?.id;
}

/** Returns the same parameters as the API client. */
function toParameters(query: object): string {
  return String(new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)));
}

loadCachedFont();
void import("./main.tsx");
if (isPortalPage) void import("./portal/portal-page.tsx");
if (!isPortalPage && (declaredProduct !== undefined || hasFirstPage))
  // The console imports them again, and shows the error.
  Promise.all([import("./shell/app.tsx"), readProduct(), loadPage(), loadData()]).catch(() => {});
