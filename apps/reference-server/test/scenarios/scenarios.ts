import { ApiError } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import type { ScenarioHost } from "./scenario-host.ts";

/** Runs an action and records its outcome: the response, or the error with its status, code and problems. */
export type Step = <Result>(name: string, action: () => Promise<Result>) => Promise<Result | undefined>;

/** A scenario. Its recorded result must be identical on every kind of platform. */
export interface Scenario {
  readonly name: string;
  readonly play: (host: ScenarioHost, step: Step) => Promise<void>;
}

async function install(host: ScenarioHost, configuration?: Record<string, unknown>): Promise<string> {
  const { api, ids, runQueued } = host;
  const params = { integration: "recorder" };
  const body = { organization: ids.organization };
  const { id: installationId } = await api.call(routes.installIntegration, { params, body });
  await runQueued();
  await api.call(contentRoutes.createSpaceInstallation, { params: { installationId, spaceId: ids.space } });
  await runQueued();
  await api.call(contentRoutes.createSiteInstallation, { params: { installationId, siteId: ids.site } });
  await runQueued();
  if (configuration !== undefined)
    await api.call(routes.updateInstallation, { params: { installationId }, body: { configuration } });
  await runQueued();
  return installationId;
}

const channel = { channel: "docs" };

/** Scenarios, each played on an empty platform. */
export const scenarios: readonly Scenario[] = [
  {
    name: "an edit that reaches integrations and webhooks",
    play: async (host, step) => {
      const { api, ids, runQueued, webhookBase } = host;
      const installationId = await install(host, channel);
      const params = { installationId };
      const create = (name: string, url: string, eventTypes: readonly "space_content_updated"[]) =>
        step(name, () => api.call(routes.createWebhookEndpoint, { params, body: { url, eventTypes } }));
      await create("no URL", "nonsense", ["space_content_updated"]);
      await create("another scheme", "ftp://example.com/", ["space_content_updated"]);
      await create("no event types", `${webhookBase}/in`, []);
      const made = await create("endpoint", `${webhookBase}/in`, ["space_content_updated"]);
      const endpoint = { params: { ...params, endpointId: made?.id ?? "" } };
      await runQueued();
      const page = { params: { spaceId: ids.space, pageId: ids.page } };
      const read = await step("page", async () => {
        const { pageId } = await api.call(contentRoutes.getPageContent, page);
        return { pageId };
      });
      await step("edit", () =>
        api.call(contentRoutes.updatePageContent, { ...page, body: { markdown: "# Edited" } }),
      );
      await step("edit of an older revision", () =>
        api.call(contentRoutes.updatePageContent, {
          ...page,
          body: { markdown: "# Lost" },
          ifMatch: "rev_older",
        }),
      );
      await step("test event", () => api.call(routes.sendTestEvent, { ...endpoint, body: {} }));
      await step("paused", () =>
        api.call(routes.updateWebhookEndpoint, { ...endpoint, body: { status: "paused" } }),
      );
      await step("edit while paused", () =>
        api.call(contentRoutes.updatePageContent, { ...page, body: { markdown: "# Edited again" } }),
      );
      await step("enabled", () =>
        api.call(routes.updateWebhookEndpoint, { ...endpoint, body: { status: "enabled" } }),
      );
      await step("deliveries", async () => {
        const { items } = await api.call(routes.listInstallationDeliveries, { params });
        return items.map(({ eventType, target, status, attempts }) => ({
          eventType,
          target,
          status,
          attempts,
        }));
      });
      await step("removed", () => api.call(routes.deleteWebhookEndpoint, endpoint));
      await step("removed again", () => api.call(routes.deleteWebhookEndpoint, endpoint));
      if (read === undefined) throw new Error("the page was not read");
    },
  },
  {
    name: "components, options and the public endpoint",
    play: async (host, step) => {
      const { api, ids, visit, consoleOrigin } = host;
      const installationId = await install(host, channel);
      const params = { installationId };
      const context = { type: "document", theme: "light", spaceId: ids.space } as const;
      const render = (
        name: string,
        componentId: string,
        more: { action?: { action: string }; state?: { count: number } } = {},
      ) =>
        step(name, () =>
          api.call(routes.renderComponent, {
            params: { ...params, componentId },
            body: { props: {}, context, ...more },
          }),
        );
      await render("first", "counter");
      await render("action", "counter", { action: { action: "add" }, state: { count: 1 } });
      await render("unknown action", "counter", { action: { action: "shuffle" }, state: { count: 1 } });
      await render("unknown component", "none");
      await render("broken component", "broken");
      await step("options", () =>
        api.call(routes.listPropertyOptions, { params: { ...params, property: "channel" } }),
      );
      await step("no options", () =>
        api.call(routes.listPropertyOptions, { params: { ...params, property: "limit" } }),
      );
      const base = `/integrations/${installationId}`;
      await step("a hook", () => summary(visit(`${base}/hook`, { method: "POST", body: "hi" })));
      await step("a cookie", () => summary(visit(`${base}/cookie`)));
      await step("options from outside", () => summary(visit(`${base}/channels`)));
      await step("a callback without a ticket", () => summary(visit(`${base}/oauth`)));
      await step("a callback with a wrong ticket", () =>
        summary(
          visit(`${base}/oauth`, {
            method: "POST",
            headers: { origin: consoleOrigin },
            body: new URLSearchParams({ ticket: "wrong" }),
          }),
        ),
      );
      await step("a ticket for no button", () =>
        api.call(routes.createConnectTicket, { params: { ...params, property: "limit" } }),
      );
      await step("an unknown endpoint", () => summary(visit("/integrations/ins_none/hook")));
    },
  },
];

/** Further scenarios, for the night. */
export const moreScenarios: readonly Scenario[] = [
  {
    name: "installing and configuring",
    play: async (host, step) => {
      const { api, ids } = host;
      const params = { integration: "recorder" };
      const body = { organization: ids.organization };
      await step("nowhere", () =>
        api.call(routes.installIntegration, { params, body: { organization: "org_none" } }),
      );
      const installed = await step("install", () => api.call(routes.installIntegration, { params, body }));
      await step("twice", () => api.call(routes.installIntegration, { params, body }));
      const at = { params: { installationId: installed?.id ?? "" } };
      const inSite = { params: { ...at.params, siteId: ids.site } };
      await step("into a site", () => api.call(contentRoutes.createSiteInstallation, inSite));
      await step("into it again", () => api.call(contentRoutes.createSiteInstallation, inSite));
      const configure = (name: string, configuration: Record<string, unknown>) =>
        step(name, () => api.call(routes.updateInstallation, { ...at, body: { configuration } }));
      await configure("wrong types", { channel: 5, limit: "many" });
      await configure("undeclared", { channel: "docs", unknown: 1 });
      await configure("complete", channel);
      await configure("without a required setting", { channel: null });
      await configure("another value", { limit: 7 });
      await step("label", () =>
        api.call(contentRoutes.updateSiteInstallation, {
          ...inSite,
          body: { configuration: { label: "Docs" } },
        }),
      );
      const inSpace = { params: { ...at.params, spaceId: ids.space } };
      await step("into a space", () => api.call(contentRoutes.createSpaceInstallation, inSpace));
      await step("a level without settings", () =>
        api.call(contentRoutes.updateSpaceInstallation, {
          ...inSpace,
          body: { configuration: { anything: true } },
        }),
      );
      await step("external ids", () =>
        api.call(routes.updateInstallation, { ...at, body: { externalIds: ["T1", "T2"] } }),
      );
      await step("an older version", () =>
        api.call(routes.updateInstallation, {
          ...at,
          body: { externalIds: [] },
          ifMatch: "2020-01-01T00:00:00.000Z",
        }),
      );
      await step("as it is", () => api.call(routes.getInstallation, at));
      await step("its sites", () => api.call(contentRoutes.listSiteInstallations, at));
    },
  },
  {
    name: "pausing, resuming and removing",
    play: async (host, step) => {
      const { api, ids, runQueued, received, apiWith, visit } = host;
      const installationId = await install(host, channel);
      const params = { installationId };
      const page = { params: { spaceId: ids.space, pageId: ids.page } };
      await runQueued();
      const token = tokenOf(received.at(-1)?.environment);
      await step("own installation", () => apiWith(token).call(routes.getInstallation, { params }));
      await step("all installations", () => apiWith(token).call(routes.listInstallations));
      await step("without the scope", () =>
        apiWith(token).call(contentRoutes.updatePageContent, { ...page, body: { markdown: "x" } }),
      );
      await step("pause", () => api.call(routes.pauseInstallation, { params }));
      await step("pause again", () => api.call(routes.pauseInstallation, { params }));
      await step("own installation while paused", () =>
        apiWith(token).call(routes.getInstallation, { params }),
      );
      await step("public endpoint while paused", () => summary(visit(`/integrations/${installationId}/in`)));
      await step("edit while paused", () =>
        api.call(contentRoutes.updatePageContent, { ...page, body: { markdown: "# Held" } }),
      );
      await step("resume", () => api.call(routes.resumeInstallation, { params }));
      await step("remove", () => api.call(routes.deleteInstallation, { params }));
      await step("removed", () => api.call(routes.getInstallation, { params }));
      await step("token of what was removed", () => apiWith(token).call(routes.getInstallation, { params }));
    },
  },
  {
    name: "tasks",
    play: async (host, step) => {
      const { runQueued, received, apiWith } = host;
      const pending = await install(host);
      await runQueued();
      const api = apiWith(tokenOf(received.at(-1)?.environment));
      const queue = (name: string, task: { type: string; payload?: string }, idempotencyKey?: string) =>
        step(name, () =>
          api.call(routes.queueTask, { body: { installationId: pending, task }, idempotencyKey }),
        );
      await queue("while pending", { type: "early" });
      await host.api.call(routes.updateInstallation, {
        params: { installationId: pending },
        body: { configuration: channel },
      });
      await runQueued();
      await queue("a task", { type: "now", payload: "x" });
      await queue("once", { type: "once" }, "key-1");
      await queue("the same again", { type: "once" }, "key-1");
      await runQueued();
    },
  },
  {
    name: "wrong requests",
    play: async ({ api, apiWith, ids }, step) => {
      await step("no such space", () =>
        api.call(contentRoutes.getSpace, { params: { spaceId: "spc_none" } }),
      );
      await step("no such page", () =>
        api.call(contentRoutes.getPage, { params: { spaceId: ids.space, pageId: "pag_none" } }),
      );
      await step("a limit of none", () => api.call(routes.listInstallations, { query: { limit: 0 } }));
      await step("a limit of too many", () => api.call(routes.listInstallations, { query: { limit: 1000 } }));
      await step("no body", () =>
        api.call(contentRoutes.updatePageContent, {
          params: { spaceId: ids.space, pageId: ids.page },
          body: {},
        }),
      );
      await step("no token", () => apiWith("nonsense").call(contentRoutes.listSpaces));
      await step("no such event", () =>
        api.call(routes.listEventDeliveries, { params: { eventId: "evt_none" } }),
      );
      await step("no such delivery", () =>
        api.call(routes.getDelivery, { params: { installationId: "ins_none", deliveryId: "x" } }),
      );
      await step("no such integration", () =>
        api.call(routes.getIntegration, { params: { integration: "none" } }),
      );
    },
  },
];

function tokenOf(environment: unknown): string {
  const token: unknown = Object(Object(environment).apiTokens).installation;
  if (typeof token !== "string") throw new Error("the environment has no token of the installation");
  return token;
}

const compared = ["content-type", "set-cookie", "content-security-policy", "cache-control", "location"];

async function summary(response: Promise<Response>): Promise<unknown> {
  const { status, headers } = await response;
  const text = await (await response).text();
  return { status, headers: compared.map((name) => headers.get(name)), text };
}

/** The recorded outcome of an action. */
export async function outcomeOf<Result>(action: () => Promise<Result>): Promise<unknown> {
  try {
    return { response: await action() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, problems } = error;
    return { error: { status, code, message, problems } };
  }
}
