import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@plugboard/api";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { printBlock } from "@plugboard/content/markdown";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { launchBrowser } from "@plugboard/test-browser";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Page, Request } from "playwright-core";
import { buildConsole, buildSite } from "../../../apps/playground/src/build-pages.ts";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget } from "./start-target.ts";

/** Strings that run a script if they are inserted into a page unescaped. */
const texts = [
  "<script>alert(1)</script>",
  "</title><script>alert(2)</script>",
  "</style></textarea></script><svg onload=alert(3)>",
  "<img src=x onerror=alert(4)>",
  '" autofocus onfocus=alert(5) x="',
  "' onmouseover='alert(6)",
  '"><iframe srcdoc="<script>alert(7)</script>">',
  "<a href=javascript:alert(8)>a</a>",
  "<form action=javascript:alert(9)><button autofocus>b</button></form>",
  "<object data=data:text/html,<script>alert(10)</script>></object>",
  "<math><mi xlink:href=javascript:alert(11)>c</mi></math>",
  "<base href=//127.0.0.1:1/><meta http-equiv=refresh content='0;javascript:alert(12)'>",
  "<template><script>alert(13)</script></template>",
  "{{constructor.constructor('alert(14)')()}}${alert(15)}",
  "&lt;script&gt;alert(16)&lt;/script&gt;",
  "\\u003cscript\\u003ealert(17)\\u003c/script\\u003e<!--<script>",
];
/** URLs that run a script if they are followed or loaded. */
const urls = [
  "javascript:alert(20)",
  "JaVaScRiPt:alert(21)",
  " javascript:alert(22)",
  "java\tscript:alert(23)",
  "java\nscript:alert(24)",
  "\u0001javascript:alert(25)",
  "javascript&colon;alert(26)",
  "&#106;avascript:alert(27)",
  "vbscript:alert(28)",
  "data:text/html,<script>alert(29)</script>",
  "data:image/svg+xml,<svg onload=alert(30)>",
  "//127.0.0.1:1/%22onerror=alert(31)//",
  'https://example.com/"onclick=alert(32)//',
  "blob:https://example.com/alert(33)",
];
const markdown = [
  ...texts,
  ...urls.flatMap((url) => [`[link](${url})`, `[link](<${url}>)`, `![image](${url})`, `<${url}>`, url]),
  ...urls.map((url, index) => `[ref${index}]\n\n[ref${index}]: ${url} "${texts[3]}"`),
  ...texts.map((text) => `\`\`\`${text}\n${text}\n\`\`\``),
].join("\n\n");

// Elements that would run a script, or did. The page's own scripts are files, and frames of integrations are
// sandboxed.
const findHostile = `[...document.querySelectorAll("*")].flatMap((element) => {
  const found = [...element.attributes].filter(({ name, value }) =>
    /^on/i.test(name) || name === "srcdoc" ||
    (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) &&
      /^[\\u0000-\\u0020]*(javascript|vbscript|data:text|data:image.svg)/i.test(value.replaceAll(/[\\t\\r\\n]/g, ""))));
  const isInline = element.tagName === "SCRIPT" && !element.src;
  const isForeign = ["BASE", "OBJECT", "EMBED"].includes(element.tagName) ||
    (element.tagName === "META" && /refresh/i.test(element.httpEquiv));
  return found.length > 0 || isInline || isForeign ? [element.outerHTML.slice(0, 200)] : [];
})`;

// Manifests reject control characters.
const isPrintable = (text: string): boolean => /^[ -~]*$/.test(text);
const manifest = [
  "name: hostile",
  `title: ${JSON.stringify(texts[3])}`,
  `description: ${JSON.stringify(texts.slice(0, 3).join(" "))}`,
  "organization: acme",
  "visibility: private",
  "scopes: [space:content:read]",
  `summary: ${JSON.stringify([...texts.slice(0, 6), ...urls.filter(isPrintable).map((url) => `[a](${url})`)].join("\n\n"))}`,
  "blocks:",
  `  - { id: hostile, title: ${JSON.stringify(texts[4])}, description: ${JSON.stringify(texts[6])} }`,
  "configurations:",
  "  account:",
  "    properties:",
  "      title:",
  "        type: string",
  `        title: ${JSON.stringify(texts[3])}`,
  `        description: ${JSON.stringify(texts[6])}`,
  `        default: ${JSON.stringify(texts[4])}`,
].join("\n");

/** Returns a tree that no honest component would render. */
function hostileTree(props: object): { readonly type: string; readonly children: JsonObject[] } {
  const every = [...texts, ...urls, JSON.stringify(props)];
  return {
    type: "block",
    children: [
      ...every.map((text) => ({ type: "text", children: [text] })),
      { type: "markdown", content: markdown },
      ...urls.map((target) => ({ type: "text", children: [{ type: "link", target, children: [target] }] })),
      ...urls.map((source) => ({ type: "image", source, aspectRatio: 1 })),
      ...urls.map((source) => ({ type: "webframe", source })),
      ...texts.map((label) => ({
        type: "button",
        label,
        tooltip: label,
        icon: label,
        onPress: { action: "a" },
      })),
      ...texts.map((title) => ({ type: "card", title, hint: title, icon: title, children: [] })),
      ...texts.map((content) => ({ type: "codeblock", content, syntax: content })),
      ...texts.map((label) => ({
        type: "input",
        label,
        element: { type: "textinput", state: "a", placeholder: label },
      })),
    ],
  };
}

/**
 * Writes scripts in every field that others can write, and inspects the pages that show them in a browser.
 */
export async function attackPages(): Promise<AttackReport> {
  await buildConsole();
  await buildSite();
  const target = await startTarget(await findFreePort());
  const api = createApiClient({ endpoint: `${target.consoleUrl}/v1`, token: target.adminToken });
  const render = async ({ props }: { readonly props: object }) => ({
    type: "element" as const,
    state: {},
    props: {},
    element: hostileTree(props),
  });
  const integration = createIntegration({
    components: [{ componentId: "hostile", render }],
    events: {
      space_content_updated: (_event, { log }) => {
        for (const text of texts) log.error(text);
        throw new Error(texts.join(" "));
      },
    },
  });
  const signingSecret = generateSecret();
  const host = await serve(integration, {
    port: 0,
    hostname: "127.0.0.1",
    env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
  });
  const receiver = createServer((_request, response) => {
    response.writeHead(400, { "content-type": "text/html", "x-hostile": texts[3] });
    response.end(texts.join("\n"));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const browser = await launchBrowser();
  try {
    const url = `http://127.0.0.1:${host.port}`;
    await api.call(routes.publishIntegration, {
      params: { integration: "hostile" },
      body: { manifest, url, signingSecret },
    });
    const address = receiver.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const pages = await writeHostile(api, `http://127.0.0.1:${port}/${encodeURIComponent(texts[3] ?? "")}`);
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const settle = watchLoading(page);
    const ran: string[] = [];
    await page.exposeFunction("noteViolation", (text: string) => ran.push(text));
    await page.addInitScript(
      `addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
        if (/^(script|object|base|frame-src|form)/.test(effectiveDirective) && /inline|eval|^(data|blob|javascript)/.test(blockedURI))
          noteViolation(effectiveDirective + " " + blockedURI + " " + sample);
      }, true);`,
    );
    page.on("dialog", (dialog) => {
      ran.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const breaches: string[] = [];
    const look = async (name: string): Promise<void> => {
      // It must be shown as text.
      await page.getByText("alert(").first().waitFor({ state: "attached" });
      for (const html of await page.evaluate<readonly string[]>(findHostile))
        breaches.push(`${name}: ${html}`);
      for (const text of ran.splice(0)) breaches.push(`${name} ran ${text}`);
    };
    // Without escaping, the inspection must find problems.
    await page.setContent(texts.join(""));
    await look("nothing escaped");
    if (breaches.splice(0).length < 3) breaches.push("the inspection doesn't detect unescaped scripts");
    for (const slug of pages.slugs) {
      await page.goto(`${target.sitesUrl}/sites/handbook/${slug}`);
      // The page also shows the integration's component.
      if (slug === "hostile")
        await page.getByRole("button", { name: "<script>alert(1)</script>", exact: true }).waitFor();
      await settle();
      await look(`the site's page ${slug}`);
    }
    await page.goto(target.consoleUrl);
    await page.getByLabel("Administrator token").fill(target.adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    for (const path of pages.consolePaths) {
      await page.goto(`${target.consoleUrl}${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settle();
      await look(`the console's ${path}`);
    }
    const looks = pages.slugs.length + pages.consolePaths.length;
    return {
      name: "scripts in user content",
      cases: (texts.length + urls.length) * looks,
      breaches,
      figures: `${texts.length} texts and ${urls.length} addresses, all shown on ${looks} pages in Chromium`,
    };
  } finally {
    await browser.close();
    await target.stop();
    await host.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Writes all hostile content and returns the pages that show it. */
async function writeHostile(
  api: ApiClient,
  webhookUrl: string,
): Promise<{ readonly slugs: readonly string[]; readonly consolePaths: readonly string[] }> {
  const organization = (await api.call(routes.listOrganizations)).items[0]?.id ?? "";
  const site = (await api.call(contentRoutes.listSites)).items[0];
  const [spaceId, siteId] = [site?.spaceId ?? "", site?.id ?? ""];
  const { id: installationId } = await api.call(routes.installIntegration, {
    params: { integration: "hostile" },
    body: { organization },
  });
  await api.call(contentRoutes.createSpaceInstallation, { params: { installationId, spaceId } });
  await api.call(contentRoutes.createSiteInstallation, { params: { installationId, siteId } });
  await api.call(routes.createWebhookEndpoint, {
    params: { installationId },
    body: { url: webhookUrl, eventTypes: ["space_content_updated"] },
  });
  const block = printBlock({
    integration: "hostile",
    component: "hostile",
    props: Object.fromEntries(texts.map((text) => [text, text])),
  });
  for (const title of texts)
    await api.call(contentRoutes.createPage, { params: { spaceId }, body: { title } });
  const page = await api.call(contentRoutes.createPage, {
    params: { spaceId },
    body: { title: texts[3] ?? "", path: "hostile", markdown: `${block}\n\n${markdown}` },
  });
  await api.call(contentRoutes.updateSite, { params: { siteId }, body: { title: texts[1] } });
  await api.call(contentRoutes.updateSpace, { params: { spaceId }, body: { title: texts[1] } });
  const deliveries = async () =>
    (await api.call(routes.listInstallationDeliveries, { params: { installationId } })).items;
  while (!(await deliveries()).some(({ status }) => status === "failed")) await delay(50);
  const failed = (await deliveries()).filter(({ status }) => status === "failed");
  const event = (await api.call(routes.listEvents)).items.find(
    ({ type }) => type === "space_content_updated",
  );
  return {
    slugs: ["hostile", "welcome"],
    consolePaths: [
      "/",
      "/content",
      `/content/spaces/${spaceId}/pages/${page.id}`,
      "/content/sites",
      "/marketplace",
      "/marketplace/hostile",
      "/marketplace/hostile/install?step=settings",
      "/installed",
      `/installed/${installationId}`,
      `/events?event=${event?.id}`,
      ...failed.slice(0, 2).map(({ id }) => `/deliveries?delivery=${id}`),
      "/endpoints",
      "/logs",
      `/marketplace?q=${encodeURIComponent(texts[3] ?? "")}`,
    ],
  };
}

/**
 * Tracks the requests of a page. The returned function waits until all are finished and everything is shown.
 * Event streams never finish.
 */
function watchLoading(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") loading.add(request);
  });
  page.on("requestfinished", (request) => loading.delete(request));
  page.on("requestfailed", (request) => loading.delete(request));
  return async () => {
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    // New content can start more requests.
    for (let quiet = 0; quiet < 5; quiet = loading.size === 0 ? quiet + 1 : 0) await delay(30);
  };
}
