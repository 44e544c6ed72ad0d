import type { Configuration, JsonObject, UiContext } from "@plugboard/api";
import type { ContentEvent } from "@plugboard/content/integration";
import { type ApiClient, type ApiRoute, type ConnectTicket, createApiClient } from "@plugboard/api/client";
import { callTool, callWritingTool, createConnectTicket } from "@plugboard/api/routes";
import { unfurlLink } from "@plugboard/content/routes";
import {
  type Contract,
  createRenderComponent,
  dispatchRequest,
  findResourceInstallation,
  getInstallation,
  listOptions,
  PlatformError,
  type PropertyOption,
  publicEndpointOf,
  removeInstallation,
  updateInstallation,
} from "@plugboard/platform";
import type { Integration } from "@plugboard/runtime";
import { type BrowserPage, createBrowser } from "./browser.ts";
import { emitProductEvent } from "./emit-product-event.ts";
import { type AnyTestedProduct, openWorld, type World } from "./open-world.ts";
import {
  emitSample,
  type EventResult,
  type FailureOptions,
  follow,
  listWaiting,
  runQueued,
} from "./run-events.ts";
import type { ProductTestPlatform, ProductTestPlatformOptions } from "./product-test-platform.ts";
import { testIds, testUrls } from "./test-ids.ts";
import type { ConnectOptions, ListOptions, TestPlatform } from "./test-platform.ts";
import { TestPlatformError } from "../errors/test-platform-error.ts";
import type { InstallationState, TestPlatformOptions } from "./test-platform-options.ts";
import { openComponentView, type ViewResponse } from "../view/component-view.ts";

/**
 * Creates a platform to test an integration. It calls the integration's real `fetch` with signed envelopes;
 * the API, public endpoints and services all run in this process.
 *
 * @throws ManifestError if the manifest text is invalid
 * @throws PlatformError if the platform would not publish or install it, for example because a secret has no
 * value
 *
 * @example
 * import { createIntegration } from "@plugboard/runtime";
 * import { createTestPlatform } from "@plugboard/testing";
 *
 * const integration = createIntegration({ events: { installation_setup: () => {} } });
 * const manifest = `
 * name: quiet
 * title: Quiet
 * description: Does nothing
 * organization: acme
 * visibility: private
 * scopes: []
 * `;
 * const platform = await createTestPlatform(integration, { manifest });
 * const { status } = await platform.install();
 * console.log(status);
 *
 * @param options with a `product`, the integration is hosted by it instead of the documentation product
 */
export async function createTestPlatform<const Declared extends Contract>(
  integration: Integration,
  options: ProductTestPlatformOptions<Declared>,
): Promise<ProductTestPlatform<Declared>>;
export async function createTestPlatform(
  integration: Integration,
  options: TestPlatformOptions,
): Promise<TestPlatform>;
export async function createTestPlatform(
  integration: Integration,
  options: TestPlatformOptions & Partial<AnyTestedProduct>,
): Promise<object> {
  const { product, features, seed } = options;
  if (product === undefined || seed === undefined) {
    const world = await openWorld(integration, options);
    return createMethods(world, createAdministrator(world));
  }
  const world = await openWorld(integration, options, { product, features, seed });
  const api = createAdministrator(world);
  const own = {
    emit: (type: string, fields: Readonly<Record<string, unknown>> = {}, failures: FailureOptions = {}) =>
      emitProductEvent({ world, api, product }, type, fields, failures),
    ids: { organization: testIds.organization, installation: world.installationId, ...world.resources },
    platform: world.platform,
  };
  return { ...createMethods(world, api), ...own };
}

/** Returns an API client for the platform's administrator. */
function createAdministrator({ network, administrator: token }: World): ApiClient {
  return createApiClient({
    endpoint: testUrls.api,
    token,
    fetch: (input, init) => network(new Request(input, init)),
  });
}

function createMethods(world: World, api: ApiClient): TestPlatform {
  const { platform, installationId, clock, network } = world;
  const publicEndpoint = publicEndpointOf(testUrls, installationId);
  return {
    emit: (type, fields = {}, failures = {}) => emitSample(world, type, fields, failures),
    install: async (failures = {}) => {
      const { status } = await getInstallation(platform, installationId);
      return await emitSample(world, "installation_setup", { status }, failures);
    },
    configure: (configuration, { level = "account", ...failures } = {}) =>
      configure(world, level, configuration, failures),
    uninstall: (failures = {}) => uninstall(world, failures),
    connect: (property, options = {}) => connect(world, api, property, options),
    options: (property, options = {}) => listChoices(world, property, options),
    render: (componentId, { props = {}, context = pageContext } = {}) => {
      const render = createRenderer(world);
      return openComponentView({ componentId, props, context: completeContext(context), render });
    },
    callTool: (toolId, input = {}) => runTool(world, api, toolId, input),
    unfurl: async (url) => {
      const params = { spaceId: testIds.space };
      return await api.call(unfurlLink, { params, body: { url, pageId: testIds.page } });
    },
    requestFromSite: async (type, { location = "", action = "login" } = {}) => {
      const ids = { installationId, siteId: testIds.site };
      const { status, headers, body } = await dispatchRequest(
        platform,
        type === "fetch_published_script" ? { type, ...ids } : { type, ...ids, location, action },
      );
      return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
    },
    fetch: (path, init) => network(new Request(`${publicEndpoint}${path}`, init)),
    createBrowser: () => createBrowser(network),
    runQueued: (failures = {}) => runQueued(world, failures),
    queued: async () =>
      (await listWaiting(world)).map(
        // The payload was validated when the event was written.
        ({ id, type, payload }) => ({ ...payload, type, eventId: id, installationId }) as ContentEvent,
      ),
    installation: (level = "account") => readInstallation(world, level),
    now: () => clock.time,
    advance: (milliseconds) => {
      clock.time += milliseconds;
    },
    close: async () => {
      await platform.stop();
      await world.storage.close();
    },
    network,
    api,
    ids: { ...testIds, installation: installationId },
    publicEndpoint,
    signingSecret: world.signingSecret,
    apiCalls: world.apiCalls,
    logs: world.logs,
    records: () => Promise.all(world.records),
  };
}

const pageContext: UiContext = {
  type: "document",
  theme: "light",
  spaceId: testIds.space,
  pageId: testIds.page,
  editable: true,
};

/** Adds the test platform's space or site to the context of a settings page that names none. */
function completeContext(context: UiContext): UiContext {
  if (context.type === "configuration_space") return { spaceId: testIds.space, ...context };
  if (context.type === "configuration_site") return { siteId: testIds.site, ...context };
  return context;
}

/** Returns the resource of a level. @throws TestPlatformError `not_found` */
function resourceOf({ resources }: World, kind: string): { readonly kind: string; readonly id: string } {
  const id = resources[kind];
  if (id !== undefined) return { kind, id };
  throw new TestPlatformError("not_found", `The integration is not installed in a ${kind}.`);
}

function locationOf(world: World, level: string) {
  const { installationId } = world;
  if (level === "account") return { installationId, kind: "organization" } as const;
  const { kind, id: resourceId } = resourceOf(world, level);
  return { installationId, kind, resourceId };
}

async function configure(
  world: World,
  level: string,
  configuration: Configuration,
  options: FailureOptions,
): Promise<EventResult> {
  const event = level === "account" ? "installation_setup" : `${level}_installation_setup`;
  return await follow(world, event, options, () =>
    updateInstallation(world.platform, locationOf(world, level), { configuration }).catch(
      (error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
        const reasons = error.problems.map(({ path, message }) => `${path}: ${message}`).join(" ");
        throw new TestPlatformError("invalid_configuration", `${error.message} ${reasons}`, { cause: error });
      },
    ),
  );
}

async function uninstall(world: World, options: FailureOptions): Promise<readonly EventResult[]> {
  await removeInstallation(world.platform, locationOf(world, "account"));
  return await runQueued(world, options);
}

async function readInstallation(world: World, level: string): Promise<InstallationState> {
  const { platform, installationId } = world;
  const installation =
    level === "account"
      ? await getInstallation(platform, installationId)
      : await findResourceInstallation(platform, installationId, level, resourceOf(world, level).id);
  if (installation === undefined)
    throw new TestPlatformError("not_found", `The integration is not installed in the ${level}.`);
  const { status, configuration, externalIds } = installation;
  return { status, configuration, externalIds };
}

async function listChoices(
  world: World,
  property: string,
  { level = "account", query }: ListOptions,
): Promise<readonly PropertyOption[]> {
  const { platform, installationId, dispatches } = world;
  const before = dispatches.length;
  const resources = level === "account" ? [] : [resourceOf(world, level)];
  try {
    return await listOptions(platform, { installationId, resources, property, query });
  } catch (cause) {
    const response = dispatches[before];
    if (response === undefined) throw new TestPlatformError("not_found", String(cause), { cause });
    const { status, text } = response;
    throw new TestPlatformError(
      "handler_failed",
      `The integration responded to a request for the options of ${property} with ${status}: ${text}`,
      { cause },
    );
  }
}

async function runTool(
  { manifest, installationId, dispatches }: World,
  api: ApiClient,
  toolId: string,
  input: JsonObject,
): Promise<JsonObject> {
  const tool = manifest.tools?.find(({ id }) => id === toolId);
  if (tool === undefined) throw new TestPlatformError("not_found", `The manifest has no tool ${toolId}.`);
  const before = dispatches.length;
  const call = { params: { installationId, toolId }, body: { arguments: input } };
  try {
    const { result } = await (tool.writes === true
      ? api.call(callWritingTool, call)
      : api.call(callTool, call));
    return result;
  } catch (error) {
    const cause = dispatches[before]?.error ?? error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TestPlatformError("tool_failed", `${toolId} failed: ${why}`, { cause });
  }
}

async function connect(
  world: World,
  api: ApiClient,
  property: string,
  {
    level = "account",
    browser = createBrowser(world.network),
    stopAt,
    allowFailure = false,
  }: Omit<ConnectOptions, "level"> & { readonly level?: string | undefined },
): Promise<BrowserPage> {
  const { url, ticket } = await createTicket(world, api, property, level).catch((cause: unknown) => {
    throw new TestPlatformError("not_found", `${property} cannot be connected: ${String(cause)}`, { cause });
  });
  // Like the console, posts the ticket; the returned page opens the callback.
  const headers = { origin: testUrls.console };
  await browser.open(new Request(url, { method: "POST", headers, body: new URLSearchParams({ ticket }) }));
  const page = await browser.open(url, stopAt);
  if (!allowFailure && page.response.status >= 400) throw await notConnected(property, page);
  return page;
}

type ConnectRoute = typeof createConnectTicket;

// Every kind of a product has this operation.
const resourceTicketPath = "/installations/{installationId}/{kinds}/{resourceId}/connect/{property}";
const createResourceConnectTicket: ApiRoute<
  string,
  "POST",
  Omit<NonNullable<ConnectRoute["types"]>, "path"> & { readonly path: typeof resourceTicketPath },
  undefined
> = { id: "createResourceConnectTicket", method: "POST", path: resourceTicketPath };

async function createTicket(
  world: World,
  api: ApiClient,
  property: string,
  level: string,
): Promise<ConnectTicket> {
  const params = { installationId: world.installationId, property };
  if (level === "account") return await api.call(createConnectTicket, { params });
  const { kind, id: resourceId } = resourceOf(world, level);
  const { plural: kinds = kind } = world.platform.product?.contract.kinds[kind] ?? {};
  return await api.call(createResourceConnectTicket, { params: { ...params, kinds, resourceId } });
}

async function notConnected(property: string, { url, response }: BrowserPage): Promise<TestPlatformError> {
  const text = (await response.clone().text())
    .replaceAll(/<(script|style|title)\b.*?<\/\1>/gis, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 300);
  return new TestPlatformError(
    "not_connected",
    `${property} was not connected. The last page, ${url.origin}${url.pathname}, responded with ${response.status}: ${text}\n` +
      "Pass { allowFailure: true } if that is expected.",
  );
}

/** Creates a function that renders components. Cacheable renderings are reused. */
function createRenderer(
  world: World,
): (event: Omit<RenderedEvent, "installationId">) => Promise<ViewResponse> {
  const { platform, installationId, dispatches } = world;
  const render = createRenderComponent(platform);
  return async (event) => {
    const before = dispatches.length;
    try {
      const response = await render({ ...event, installationId });
      return { response, maxAge: maxAgeOf(dispatches[before]?.headers.get("cache-control")) };
    } catch (error) {
      const dispatch = dispatches[before];
      const cause = dispatch?.error ?? error;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TestPlatformError("not_rendered", `${event.componentId} was not rendered: ${why}`, { cause });
    }
  };
}

type RenderedEvent = Parameters<ReturnType<typeof createRenderComponent>>[0];

function maxAgeOf(cacheControl: string | null | undefined): number | undefined {
  const seconds = cacheControl?.match(/^max-age=(\d+)$/)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
