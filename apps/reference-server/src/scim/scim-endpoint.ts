import type { HttpBindings } from "@hono/node-server";
import { provisioningScope } from "@plugboard/api";
import {
  ApiError,
  type ProvisionedGroupResource,
  type ProvisionedGroupUpdate,
  type ProvisionedUserResource,
} from "@plugboard/api/client";
import { limits, problemSchema } from "@plugboard/api/contract";
import {
  type Api,
  type Authenticate,
  createErrorHandler,
  type OnError,
  type Platform,
  PlatformError,
  readJsonBody,
  requestQuotas,
  spendQuota,
  withoutTenantScope,
} from "@plugboard/platform";
import { type Context, Hono } from "hono";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";
import { applyPatch } from "./apply-patch.ts";
import { invalidFilter, readFilter } from "./read-filter.ts";
import {
  ScimError,
  scimContentType,
  toApiErrorResponse,
  toProblemResponse,
  toScimErrorResponse,
} from "./scim-error.ts";
import { readGroup, readGroupPatch, toScimGroup } from "./scim-group.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./scim-metadata.ts";
import { readAttributes, toAttributes, toDefinition, toScimUser } from "./scim-user.ts";

/** The parts of the server that the endpoint needs. */
export interface ScimEndpointOptions {
  readonly platform: Platform;
  readonly api: Api;
  readonly authenticate: Authenticate;
  readonly trustedProxies: readonly Network[];
  readonly onError: OnError;
}

type Bindings = { Bindings: HttpBindings };
type ScimContext = Context<Bindings, "/scim/v2/:organizationId">;

/** A request of an organization's identity provider. */
interface Client {
  readonly organizationId: string;
  readonly operations: ReturnType<Api["as"]>;
}

const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
// Each attempt fails only if another request changed the user in between.
const maxAttempts = 5;

/**
 * Creates the SCIM 2.0 endpoints of all organizations (RFC 7643 and 7644), below `/scim/v2/{organizationId}`. Each request calls
 * operations of the API with the organization's SCIM token.
 */
export function createScimEndpoint({
  platform,
  api,
  authenticate,
  trustedProxies,
  onError,
}: ScimEndpointOptions): Hono<Bindings> {
  const routes = new Hono<Bindings>().basePath("/scim/v2/:organizationId");
  const urlOf = (organizationId: string) =>
    `${platform.urls.console}/scim/v2/${encodeURIComponent(organizationId)}`;

  const identify = async (c: ScimContext) => {
    const organizationId = c.req.param("organizationId");
    // Without a bearer token, the session of a person would count.
    const caller =
      bearerTokenOf(c.req.raw.headers) === undefined
        ? undefined
        : await withoutTenantScope("access", () => authenticate(c.req.raw));
    if (caller === undefined) throw new PlatformError("unauthorized", "Send a SCIM token as a bearer token.");
    if (caller.type !== "key" || caller.scopes?.includes(provisioningScope) !== true)
      throw new PlatformError(
        "forbidden",
        "This is not a SCIM token. An owner creates one on the page Members.",
      );
    if (caller.organization !== organizationId)
      throw new PlatformError("not_found", `There is no organization ${organizationId}.`);
    return { organizationId, caller };
  };
  const open = async (c: ScimContext): Promise<Client> => {
    const { organizationId, caller } = await identify(c);
    return { organizationId, operations: api.as(caller, { address: visitorAddress(c, trustedProxies) }) };
  };
  /** Admits a request that calls no operation, which would count it. Returns the organization's id. */
  const admit = async (c: ScimContext): Promise<string> => {
    const { organizationId, caller } = await identify(c);
    const quotas = await withoutTenantScope("access", () => requestQuotas(platform, caller, []));
    for (const { policy, ...spending } of quotas) await spendQuota(platform.rateLimiter, policy, spending);
    return organizationId;
  };
  const readBody = async (c: ScimContext, maxBytes: number = limits.bodyBytes): Promise<unknown> =>
    await readJsonBody(c.req.raw, maxBytes);
  const show = (c: ScimContext, user: ProvisionedUserResource, status: 200 | 201 = 200): Response => {
    return showResource(c, toScimUser(user, urlOf(c.req.param("organizationId"))), status);
  };
  const showGroup = (c: ScimContext, group: ProvisionedGroupResource, status: 200 | 201 = 200): Response =>
    showResource(c, toScimGroup(group, urlOf(c.req.param("organizationId"))), status);
  const showResource = (
    c: ScimContext,
    resource: ReturnType<typeof toScimUser> | ReturnType<typeof toScimGroup>,
    status: 200 | 201,
  ): Response => {
    const { location, version } = resource.meta;
    const headers = { "content-type": scimContentType, etag: version, location };
    return new Response(JSON.stringify(project(resource, c.req.query())), { status, headers });
  };
  const list = (resources: readonly object[], total = resources.length, startIndex = 1): Response =>
    reply({
      schemas: [listSchema],
      totalResults: total,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources,
    });

  routes.get("/ServiceProviderConfig", async (c) => {
    return reply(serviceProviderConfig(urlOf(await admit(c))));
  });
  for (const [path, describe] of [
    ["ResourceTypes", resourceTypes],
    ["Schemas", schemas],
  ] as const) {
    routes.get(`/${path}`, async (c) => {
      return list(describe(urlOf(await admit(c))));
    });
    routes.get(`/${path}/:id`, async (c) => {
      const resource = describe(urlOf(await admit(c))).find(({ id }) => id === c.req.param("id"));
      if (resource === undefined) throw new ScimError(404, undefined, `There is no ${c.req.param("id")}.`);
      return reply(resource);
    });
  }

  routes.get("/Users", async (c) => {
    const client = await open(c);
    const page = readPage(c.req.query());
    const { users, total } = await findUsers(client, c.req.query("filter"), page);
    const baseUrl = urlOf(client.organizationId);
    const resources = users.map((user) => project(toScimUser(user, baseUrl), c.req.query()));
    return list(resources, total, page.startIndex);
  });
  routes.post("/Users", async (c) => {
    const { organizationId, operations } = await open(c);
    const definition = toDefinition(readAttributes(await readBody(c)), { activeByDefault: true });
    return show(c, await operations.createProvisionedUser({ organizationId, ...definition }), 201);
  });
  routes.get("/Users/:id", async (c) => {
    const { organizationId, operations } = await open(c);
    return show(
      c,
      await operations.getProvisionedUser({ organizationId, provisionedUserId: c.req.param("id") }),
    );
  });
  const change = async (
    c: Context<Bindings, "/scim/v2/:organizationId/Users/:id">,
    apply: (before: ProvisionedUserResource, body: unknown) => ReturnType<typeof toDefinition>,
  ): Promise<Response> => {
    const { organizationId, operations } = await open(c);
    const body = await readBody(c);
    const at = { organizationId, provisionedUserId: c.req.param("id") };
    const expected = readVersion(c.req.header("if-match"));
    for (let attempt = 1; ; attempt += 1) {
      const before = await operations.getProvisionedUser(at);
      const ifMatch = expected ?? before.version;
      try {
        return show(
          c,
          await operations.replaceProvisionedUser({ ...at, ...apply(before, body) }, { ifMatch }),
        );
      } catch (error) {
        const isStale = error instanceof ApiError && error.code === "precondition_failed";
        if (!isStale || expected !== undefined || attempt === maxAttempts) throw error;
      }
    }
  };
  routes.put("/Users/:id", async (c) =>
    change(c, ({ active }, body) => toDefinition(readAttributes(body), { activeByDefault: active })),
  );
  routes.patch("/Users/:id", async (c) =>
    change(c, (before, body) =>
      toDefinition(applyPatch(toAttributes(before), body), { activeByDefault: before.active }),
    ),
  );
  routes.delete("/Users/:id", async (c) => {
    const { organizationId, operations } = await open(c);
    await operations.removeProvisionedUser({ organizationId, provisionedUserId: c.req.param("id") });
    return c.body(null, 204);
  });
  routes.get("/Groups", async (c) => {
    const client = await open(c);
    const page = readPage(c.req.query());
    const { groups, total } = await findGroups(client, c.req.query("filter"), page);
    const baseUrl = urlOf(client.organizationId);
    const resources = groups.map((group) =>
      project(toScimGroup({ ...group, members: undefined }, baseUrl), c.req.query()),
    );
    return list(resources, total, page.startIndex);
  });
  routes.post("/Groups", async (c) => {
    const { organizationId, operations } = await open(c);
    const group = readGroup(await readBody(c, limits.provisionedGroupBytes));
    return showGroup(c, await operations.createProvisionedGroup({ organizationId, ...group }), 201);
  });
  routes.get("/Groups/:id", async (c) => {
    const { organizationId, operations } = await open(c);
    return showGroup(
      c,
      await operations.getProvisionedGroup({ organizationId, provisionedGroupId: c.req.param("id") }),
    );
  });
  const changeGroup = async (
    c: Context<Bindings, "/scim/v2/:organizationId/Groups/:id">,
    read: (body: unknown) => ProvisionedGroupUpdate,
  ): Promise<Response> => {
    const { organizationId, operations } = await open(c);
    const change = read(await readBody(c, limits.provisionedGroupBytes));
    const at = { organizationId, provisionedGroupId: c.req.param("id") };
    return showGroup(c, await operations.updateProvisionedGroup({ ...at, ...change }));
  };
  routes.put("/Groups/:id", async (c) =>
    changeGroup(c, (body) => {
      const { externalId = null, ...group } = readGroup(body);
      return { ...group, externalId };
    }),
  );
  routes.patch("/Groups/:id", async (c) => changeGroup(c, readGroupPatch));
  routes.delete("/Groups/:id", async (c) => {
    const { organizationId, operations } = await open(c);
    await operations.removeProvisionedGroup({ organizationId, provisionedGroupId: c.req.param("id") });
    return c.body(null, 204);
  });
  routes.all("*", async (c) => {
    await admit(c);
    throw new ScimError(404, undefined, `There is nothing at ${c.req.method} ${c.req.path}.`);
  });
  const toProblem = createErrorHandler(onError);
  routes.onError(async (error, c) => {
    if (error instanceof ScimError) return toScimErrorResponse(error);
    // Errors of the server were reported by the call.
    if (error instanceof ApiError) return toApiErrorResponse(error);
    const problem = await toProblem(error, c);
    return toProblemResponse(problemSchema.parse(await problem.json()), problem.headers.get("retry-after"));
  });
  return routes;
}

function reply(body: object): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": scimContentType } });
}

interface Page {
  readonly startIndex: number;
  readonly count: number;
}

function readPage({ startIndex, count }: { readonly startIndex?: string; readonly count?: string }): Page {
  return {
    startIndex: Math.max(1, readInteger("startIndex", startIndex) ?? 1),
    count: Math.min(limits.pageItems, Math.max(0, readInteger("count", count) ?? limits.pageItems)),
  };
}

/** Returns the groups that a filter selects. */
async function findGroups(
  { organizationId, operations }: Client,
  filter: string | undefined,
  page: Page,
): Promise<{ readonly groups: readonly ProvisionedGroupResource[]; readonly total: number }> {
  const query: { displayName?: string; externalId?: string } = {};
  let id: string | undefined;
  let member: string | undefined;
  for (const { attribute, value } of filter === undefined ? [] : readFilter(filter)) {
    if (attribute === "displayname" && query.displayName === undefined) query.displayName = value;
    else if (attribute === "externalid" && query.externalId === undefined) query.externalId = value;
    else if (attribute === "id" && id === undefined) id = value;
    else if (/^members(?:\.value)?$/.test(attribute) && member === undefined) member = value;
    else throw invalidFilter(`uses ${attribute.slice(0, 50)} in an unsupported way`);
  }
  if (id === undefined) {
    if (member !== undefined) throw invalidFilter("uses members without id");
    return await operations.findProvisionedGroups({ organizationId, ...query, ...page });
  }
  if (Object.keys(query).length > 0) throw invalidFilter("combines id with other attributes");
  const group = await orMissing(operations.getProvisionedGroup({ organizationId, provisionedGroupId: id }));
  // Microsoft Entra ID asks whether a user is in a group.
  if (group === undefined || (member !== undefined && group.members?.includes(member) !== true))
    return { groups: [], total: 0 };
  return { groups: page.startIndex === 1 && page.count > 0 ? [group] : [], total: 1 };
}

/** Returns `undefined` for a resource that doesn't exist, or an id that no path can contain. */
async function orMissing<Resource>(read: Promise<Resource>): Promise<Resource | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && ["not_found", "invalid_parameter"].includes(error.code))
      return undefined;
    throw error;
  }
}

/** Returns the users that match a filter. */
async function findUsers(
  { organizationId, operations }: Client,
  filter: string | undefined,
  page: Page,
): Promise<{ readonly users: readonly ProvisionedUserResource[]; readonly total: number }> {
  const query: { userName?: string; externalId?: string; email?: string } = {};
  let id: string | undefined;
  for (const { attribute, value } of filter === undefined ? [] : readFilter(filter)) {
    // Users have one address each, so its type doesn't matter.
    if (attribute === "emails.type" || attribute === "emails.primary") continue;
    if (attribute === "username" && query.userName === undefined) query.userName = value;
    else if (attribute === "externalid" && query.externalId === undefined) query.externalId = value;
    else if (/^emails(?:\.value)?$/.test(attribute) && query.email === undefined) query.email = value;
    else if (attribute === "id" && id === undefined) id = value;
    else throw invalidFilter(`uses ${attribute.slice(0, 50)} in an unsupported way`);
  }
  if (id === undefined) return await operations.findProvisionedUsers({ organizationId, ...query, ...page });
  if (Object.keys(query).length > 0) throw invalidFilter("combines id with other attributes");
  const user = await orMissing(operations.getProvisionedUser({ organizationId, provisionedUserId: id }));
  if (user === undefined) return { users: [], total: 0 };
  return { users: page.startIndex === 1 && page.count > 0 ? [user] : [], total: 1 };
}

/** Limits a resource to the requested attributes. Source: RFC 7644, section 3.9. */
function project(
  resource: object,
  { attributes, excludedAttributes }: { readonly attributes?: string; readonly excludedAttributes?: string },
): object {
  const namesOf = (text: string) => new Set(text.split(",").map((name) => name.trim().toLowerCase()));
  const isShown = (name: string): boolean => {
    if (name === "schemas" || name === "id") return true;
    if (attributes !== undefined) return namesOf(attributes).has(name.toLowerCase());
    return excludedAttributes === undefined || !namesOf(excludedAttributes).has(name.toLowerCase());
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, "invalidValue", `${name}: must be an integer.`);
}

function readVersion(header: string | undefined): string | undefined {
  return header === undefined || header === "*" ? undefined : header.replace(/^W\//, "").replaceAll('"', "");
}
