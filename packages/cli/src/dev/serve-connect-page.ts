import { type ApiClient, ApiError } from "@plugboard/api/client";
import { createConnectTicket } from "@plugboard/api/routes";
import { connectPageKey } from "../server/connect-page.ts";

/**
 * Serves a page that immediately posts a ticket to the integration's callback, as the console's button does.
 */
export async function serveConnectPage(request: Request, api: ApiClient, token: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.get("key") !== connectPageKey(token)) return new Response("Forbidden\n", { status: 403 });
  const [, , installationId = "", property = ""] = pathname.split("/").map(decodeURIComponent);
  try {
    const { url, ticket } = await api.call(createConnectTicket, { params: { installationId, property } });
    const page = `<!doctype html><title>Connect</title>
<form method="post" action="${escape(url)}"><input type="hidden" name="ticket" value="${escape(ticket)}"><button>Go on</button></form>
<script>document.forms[0].submit()</script>\n`;
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(page, { headers });
  } catch (error) {
    if (error instanceof ApiError) return new Response(`${error.message}\n`, { status: error.status ?? 500 });
    throw error;
  }
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
