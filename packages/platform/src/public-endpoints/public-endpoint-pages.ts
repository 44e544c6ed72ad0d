import type { TicketRefusal } from "../access/connect-tickets.ts";

/** What a person sees in the popup: why a callback is not opened, or the page that goes on to it. */
export type ConnectPage = TicketRefusal | "missing" | { readonly opens: string };

const again = "Close this window and open it from the settings page again.";

const refusals: Readonly<Record<TicketRefusal | "missing", string>> = {
  expired: `It took longer than a minute to open this page. ${again}`,
  used: `This page was opened with a ticket that was used before. ${again}`,
  foreign: `This page was opened with a ticket that is not for it. ${again}`,
  missing: `This page connects an account, so only the settings page opens it, in the same browser. ${again}`,
};

/** Headers of the platform's own pages among those of integrations: nothing is loaded, kept, framed or told to others. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/** Makes the page; a refusal has status 403. */
export function connectPage(page: ConnectPage): Response {
  if (typeof page === "object") {
    // The page goes on by itself: a redirect would count as one of the console's form, which may lead to no provider.
    const address = escapeHtml(page.opens);
    const head = `<meta http-equiv="refresh" content="0;url=${address}">`;
    return toPage(200, "Connecting", `<a href="${address}">Continue</a>`, head);
  }
  return toPage(403, "Not opened", refusals[page]);
}

function toPage(status: number, title: string, text: string, head = ""): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
  return new Response(html, { status, headers: pageHeaders });
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
