import { type ApiClient, ApiError } from "@plugboard/api/client";
import { createConnectTicket } from "@plugboard/api/routes";
import { createSiteConnectTicket, createSpaceConnectTicket } from "@plugboard/content/routes";
import { devPageKey } from "../server/dev-page-url.ts";
import { escapeHtml } from "./escape-html.ts";

/**
 * Responds with a page that posts a ticket to the integration's callback, like the console's button. The
 * query names the `space` or `site` of the settings; without one, they belong to the installation.
 */
export async function serveConnectPage(request: Request, api: ApiClient, token: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.get("key") !== devPageKey(token)) return new Response("Forbidden\n", { status: 403 });
  const [, , installationId = "", property = ""] = pathname.split("/").map(decodeURIComponent);
  const [spaceId, siteId] = [searchParams.get("space"), searchParams.get("site")];
  const params = { installationId, property };
  try {
    const { url, ticket } =
      spaceId !== null
        ? await api.call(createSpaceConnectTicket, { params: { ...params, spaceId } })
        : siteId !== null
          ? await api.call(createSiteConnectTicket, { params: { ...params, siteId } })
          : await api.call(createConnectTicket, { params });
    const page = `<!doctype html><title>Connect</title>
<form method="post" action="${escapeHtml(url)}"><input type="hidden" name="ticket" value="${escapeHtml(ticket)}"><button>Continue</button></form>
<script>document.forms[0].submit()</script>\n`;
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(page, { headers });
  } catch (error) {
    if (error instanceof ApiError) return new Response(`${error.message}\n`, { status: error.status ?? 500 });
    throw error;
  }
}
