import type { ApiClient, ApiRequest } from "@plugboard/api/client";
import {
  callWritingTool,
  createConnectTicket,
  getInstallation,
  listIntegrationInstallations,
  listIntegrationLogs,
  updateInstallation,
} from "@plugboard/api/routes";
import {
  listPages,
  listSites,
  listSpaces,
  renderComponent,
  unfurlLink,
  updatePageContent,
  updateSiteAccess,
} from "@plugboard/content/routes";
import { findSecrets } from "../start-receiver.ts";
import { createVisitor } from "./visitor.ts";
import { waitFor } from "../../../console/test/testing/wait-for.ts";
import { startWebhookTarget } from "../../../console/test/testing/webhook-target.ts";

/** A published sample, installed in the first space and site, with everything needed to try it. */
export interface TriedSample {
  readonly platform: ApiClient;
  readonly integration: string;
  /** The console's origin. */
  readonly consoleUrl: string;
  /** The public URL of the welcome page. */
  readonly pageUrl: string;
  /** The origin of the demo services. */
  readonly servicesUrl: string;
}

interface SampleWorld extends TriedSample {
  readonly installationId: string;
  readonly spaceId: string;
  readonly siteId: string;
}

/**
 * Tries a sample as its author would, and waits for a visible effect.
 *
 * @throws Error that names the missing effect
 */
export async function trySample(sample: TriedSample): Promise<void> {
  const { platform, integration } = sample;
  const attempt = Object.hasOwn(attempts, integration) ? attempts[integration] : undefined;
  if (attempt === undefined) throw new Error(`There are no steps for ${integration}`);
  const params = { integration };
  const [installation] = (await platform.call(listIntegrationInstallations, { params })).items;
  const [space] = (await platform.call(listSpaces)).items;
  const [site] = (await platform.call(listSites)).items;
  if (installation === undefined || space === undefined || site === undefined)
    throw new Error(`${integration} is not installed`);
  await attempt({ ...sample, installationId: installation.id, spaceId: space.id, siteId: site.id });
}

const attempts: Readonly<Record<string, (world: SampleWorld) => Promise<void>>> = {
  webhook: async (world) => {
    const target = await startWebhookTarget(({ installationId }) =>
      findSecrets(world.platform, installationId, target.url),
    );
    try {
      await configure(world, { webhook_url: target.url });
      await waitFor("the endpoint", async () => {
        await ratePage(world);
        return target.printed.find((line) => line.includes("was rated"));
      });
    } finally {
      await target.goDown();
    }
  },
  "content-digest": async (world) => {
    await editPage(world);
    await logged(world, "a space changed");
    await shows(world, "digest", "pages, newest change first");
  },
  "channel-notifier": async (world) => {
    await connect(world);
    await configure(world, { channel: "C1" });
    await ratePage(world);
    await reached(world, "chat: ");
  },
  diagram: async (world) => {
    await shows(world, "diagram", "/frame");
    const { urls } = await read(world);
    const frame = await createVisitor().open(`${urls.publicEndpoint}/frame`);
    if (frame.status !== 200) throw new Error(`The frame responded with ${frame.status}`);
  },
  "issue-links": async (world) => {
    await connect(world);
    const { platform, spaceId } = world;
    const body = { url: "https://tracker.example/acme/issues/7" };
    const { props } = await platform.call(unfurlLink, { params: { spaceId }, body });
    await shows(world, "issue", "Step 2 of the guide fails", props);
    await reached(world, "tracker: read acme/issues/7");
    const { installationId } = world;
    const call = { params: { installationId, toolId: "close_issue" }, body: { arguments: body } };
    await platform.call(callWritingTool, call);
    await reached(world, "tracker: closed acme/issues/7");
  },
  "inbound-webhook": async (world) => {
    await configure(world, { repository: "acme/handbook" });
    await waitFor("the external id", async () =>
      (await read(world)).externalIds.includes("acme/handbook") ? true : undefined,
    );
    await createVisitor().open(`${world.servicesUrl}/releases`, {});
    await reached(world, "&quot;installations&quot;:1");
    await logged(world, "a release was published");
  },
  "visitor-analytics": async (world) => {
    await configure(world, { endpoint: `${world.servicesUrl}/measurements`, batch_seconds: 1 });
    await ratePage(world);
    await reached(world, "analytics: a batch of");
  },
  "site-script": async (world) => {
    const visitor = createVisitor();
    const { text } = await visitor.open(world.pageUrl);
    const action = /action="([^"]+~consent)"/.exec(text)?.[1];
    if (action === undefined) throw new Error("The page does not ask for cookies");
    const consent = { page: "welcome", cookies: "yes" };
    const page = await visitor.open(new URL(action, world.pageUrl).href, consent);
    const source = /<script[^>]*src="([^"]*~scripts[^"]*)"/.exec(page.text)?.[1] ?? "";
    const script = await visitor.open(new URL(source.replaceAll("&amp;", "&"), world.pageUrl).href);
    if (!script.text.includes("Continue reading")) throw new Error(`There is no script at ${source}`);
  },
  "visitor-auth": async (world) => {
    const { platform, siteId, installationId: installation } = world;
    const setAccess = (body: ApiRequest<typeof updateSiteAccess>["body"]) =>
      platform.call(updateSiteAccess, { params: { siteId }, body });
    await setAccess({ audience: "visitors", installation });
    try {
      const visitor = createVisitor();
      const asked = await visitor.open(world.pageUrl);
      if (!asked.url.startsWith(world.servicesUrl)) throw new Error(`There is no form at ${asked.url}`);
      const page = await visitor.open(asked.url, { name: "ada" });
      const isRead = page.status === 200 && page.url.startsWith(world.pageUrl);
      if (!isRead) throw new Error(`${page.status} at ${page.url}: ${page.text}`);
    } finally {
      await setAccess({ audience: "everyone" });
    }
    await logged(world, "signed a visitor in");
  },
  "settings-component": async (world) => {
    await shows(world, "settings", "Choose a style");
    const { platform, installationId } = world;
    const action = { action: "save" };
    const state = { step: "look", message: "We move on Friday.", tone: "warning", problem: "" };
    await platform.call(renderComponent, {
      params: { installationId, componentId: "settings" },
      body: { props: {}, state, action, context: { type: "configuration_account", theme: "light" } },
    });
    await shows(world, "notice", "We move on Friday.");
  },
};

function read({ platform, installationId }: SampleWorld) {
  return platform.call(getInstallation, { params: { installationId } });
}

async function configure(
  { platform, installationId }: SampleWorld,
  configuration: Readonly<Record<string, string | number>>,
): Promise<void> {
  await platform.call(updateInstallation, { params: { installationId }, body: { configuration } });
}

/** Presses the button setting and signs in at the provider. */
async function connect(world: SampleWorld): Promise<void> {
  const { platform, installationId, consoleUrl, servicesUrl } = world;
  const params = { installationId, property: "oauth_credentials" };
  const { url, ticket } = await platform.call(createConnectTicket, { params });
  const visitor = createVisitor();
  // The popup redirects to itself after setting a cookie.
  await visitor.open(url, { ticket }, consoleUrl);
  const asked = await visitor.open(url);
  if (!asked.url.startsWith(servicesUrl)) throw new Error(`There is no form at ${asked.url}: ${asked.text}`);
  await visitor.open(asked.url, { name: "ada" });
  await waitFor("the connection", async () => (await read(world)).configuration["oauth_credentials"]);
}

async function ratePage({ pageUrl }: SampleWorld): Promise<void> {
  await createVisitor().open(`${pageUrl}/feedback`, { rating: "bad", comment: "Step 2 fails" });
}

async function editPage({ platform, spaceId }: SampleWorld): Promise<void> {
  const [page] = (await platform.call(listPages, { params: { spaceId } })).items;
  if (page === undefined) throw new Error("The space has no page");
  const params = { spaceId, pageId: page.id };
  await platform.call(updatePageContent, { params, body: { markdown: "# Welcome\n\nEdited.\n" } });
}

/** Waits until the demo services have received a text. */
async function reached({ servicesUrl }: SampleWorld, text: string): Promise<void> {
  await waitFor(text, async () => {
    const page = await createVisitor().open(servicesUrl);
    return page.text.includes(text) ? true : undefined;
  });
}

async function logged({ platform, integration }: SampleWorld, message: string): Promise<void> {
  await waitFor(`the log line "${message}"`, async () => {
    const { items } = await platform.call(listIntegrationLogs, { params: { integration } });
    return items.find((line) => JSON.stringify(line).includes(message));
  });
}

async function shows(
  { platform, installationId, spaceId }: SampleWorld,
  componentId: string,
  text: string,
  props: ApiRequest<typeof renderComponent>["body"]["props"] = {},
): Promise<void> {
  const rendered = await platform.call(renderComponent, {
    params: { installationId, componentId },
    body: { props, context: { type: "document", theme: "light", spaceId } },
  });
  if (!JSON.stringify(rendered).includes(text))
    throw new Error(`${componentId} does not show "${text}": ${JSON.stringify(rendered)}`);
}
