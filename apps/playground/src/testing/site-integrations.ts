import type { UiRenderEvent } from "@plugboard/api";
import { getSiteSigningSecrets } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { createRouter, type Integration, type IntegrationContext } from "@plugboard/runtime";
import { SignJWT } from "jose";

const manifestOf = (name: string, lines: string): string =>
  `name: ${name}\ntitle: ${name}\ndescription: For visitors.\norganization: acme\nvisibility: private\n${lines}\n`;

export const trackerManifest: string = manifestOf(
  "tracker",
  "scopes: [site:script:inject, site:script:cookies]",
);

/**
 * Creates an integration that adds a script to sites: it marks the page, sets a cookie and calls two hosts.
 */
export function createTracker(hosts: { readonly granted: string; readonly other: string }): Integration {
  return createIntegration({
    fetch_published_script: ({ siteId }) => {
      const script = `
        document.cookie = "tracker=1; path=/sites";
        document.documentElement.dataset.tracked = location.origin;
        addEventListener("securitypolicyviolation", (event) => {
          document.documentElement.dataset.refused = event.effectiveDirective;
        });
        fetch("${hosts.granted}/seen?site=${siteId}", { mode: "no-cors" });
        fetch("${hosts.other}/stolen", { mode: "no-cors" }).catch(() => {});`;
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    },
  });
}

export const doorManifest: string = manifestOf("door", "scopes: [site:visitor:auth]");

/** Creates an integration that signs in visitors on its own page, where they choose their plan. */
export function createDoor(sitesUrl: string): Integration {
  const page = (body: string): Response =>
    new Response(`<!doctype html><html lang="en"><title>Door</title><body>${body}</body></html>`, {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  return createIntegration({
    fetch_visitor_authentication: ({ location, action, siteId }, { environment }) => {
      const { publicEndpoint } = environment.integration.urls;
      const query = new URLSearchParams({ location, siteId });
      return Response.redirect(`${publicEndpoint}/${action}?${query.toString()}`);
    },
    fetch: createRouter({
      "/login": () =>
        page(`<form method="post" action="enter"><h1>Who is it?</h1>
        <button name="plan" value="pro">Pro</button> <button name="plan" value="free">Free</button></form>
        <script>document.forms[0].action += location.search</script>`),
      "/logout": () => page("<h1>Goodbye</h1>"),
      "/enter": {
        POST: async (request, { api }) => {
          const { searchParams } = new URL(request.url);
          const siteId = searchParams.get("siteId") ?? "";
          const { secrets } = await api.call(getSiteSigningSecrets, { params: { siteId } });
          const token = await new SignJWT({ plan: new URLSearchParams(await request.text()).get("plan") })
            .setProtectedHeader({ alg: "HS256" })
            .setExpirationTime("1h")
            .sign(new TextEncoder().encode(secrets[0]?.secret));
          const back = new URL(`${sitesUrl}/sites/handbook/${searchParams.get("location")}`);
          back.searchParams.set("jwt_token", token);
          return Response.redirect(back.href, 303);
        },
      },
    }),
  });
}

export const ticketsManifest: string = manifestOf(
  "tickets",
  `scopes: []
blocks:
  - { id: ticket, title: Ticket, description: Shows a ticket., urlUnfurl: ["https://tickets.example/*"] }`,
);

const teams = [
  { id: "docs", label: "Documentation" },
  { id: "ops", label: "Operations" },
];

/** The ticket block's webframe: shows the number of votes and can vote. */
const votesPage = `<!doctype html><html lang="en"><title>Votes</title><p></p><button>Vote from the frame</button>
<script>
  const post = (action) => parent.postMessage({ action }, "*");
  addEventListener("message", ({ data }) => {
    document.querySelector("p").textContent = data.state.votes + " votes, from " + self.origin;
  });
  document.querySelector("button").onclick = () => post({ action: "vote" });
  post({ action: "@webframe.ready" });
</script>`;

/**
 * Creates an integration that unfurls ticket links into blocks with a counter button, a select with remote
 * options, a dialog with a result, and a webframe.
 */
export function createTickets(): Integration {
  const render = async (event: UiRenderEvent, { environment }: IntegrationContext) => {
    const { props, state = {}, action } = event;
    const url = action?.action === "@link.unfurl" ? action["url"] : undefined;
    const number = typeof url === "string" ? Number(url.split("/").at(-1)) : Number(props["number"]);
    const votes = Number(state["votes"] ?? 0) + (action?.action === "vote" ? 1 : 0);
    const returned = action?.action === "@ui.modal.close" ? Object(action["returnValue"])["note"] : undefined;
    const note = String(returned ?? state["note"] ?? "no note");
    const ownUrl = environment.installation?.urls.publicEndpoint;
    const source = { url: `${ownUrl}/teams` };
    const children = [
      {
        type: "text",
        children: [`Ticket ${number}, ${props["pinned"] === true ? "pinned" : "loose"}, ${note}`],
      },
      { type: "button", label: `Vote (${votes})`, onPress: { action: "vote" } },
      {
        type: "button",
        label: "Pin",
        onPress: { action: "@editor.node.updateProps", props: { ...props, number, pinned: true } },
      },
      {
        type: "button",
        label: "Note",
        onPress: { action: "@ui.modal.open", componentId: "note", props: {} },
      },
      { type: "input", label: "Team", element: { type: "select", state: "team", options: source } },
      { type: "webframe", source: { url: `${ownUrl}/votes` }, data: { votes } },
    ];
    return {
      type: "element" as const,
      state: { ...state, votes, note },
      props: { ...props, number },
      element: { type: "block", children },
    };
  };
  const renderNote = async ({ props, action }: UiRenderEvent) => {
    if (action?.action === "keep") return { type: "complete" as const, returnValue: { note: "noted" } };
    const submit = { type: "button", label: "Keep", onPress: { action: "keep" } };
    const element = { type: "modal", title: "A note", submit, children: [] };
    return { type: "element" as const, state: {}, props, element };
  };
  return createIntegration({
    components: [
      { componentId: "ticket", render },
      { componentId: "note", render: renderNote },
    ],
    fetch: createRouter({
      "/votes": () => new Response(votesPage, { headers: { "content-type": "text/html; charset=utf-8" } }),
      "/teams": (request) => {
        const query = (new URL(request.url).searchParams.get("query") ?? "").toLowerCase();
        return Response.json(teams.filter(({ label }) => label.toLowerCase().includes(query)));
      },
    }),
  });
}
