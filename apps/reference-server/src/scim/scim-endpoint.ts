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
import { projectAttributes, readProjection } from "./project-attributes.ts";
import { readQuery } from "./read-filter.ts";
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
  const project = (c: ScimContext, resource: object): object =>
    projectAttributes(resource, readProjection(c.req.query()));
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
    return new Response(JSON.stringify(project(c, resource)), { status, headers });
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
    const { organizationId, operations } = await open(c);
    const query = { ...readQuery(c.req.query("filter"), userFilters), ...readPage(c.req.query()) };
    const { users, total } = await operations.findProvisionedUsers({ organizationId, ...query });
    const resources = users.map((user) => project(c, toScimUser(user, urlOf(organizationId))));
    return list(resources, total, query.startIndex);
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
    const at = { organizationId, provisionedUserId: c.req.param("id") };
    await operations.removeProvisionedUser(at, { ifMatch: readVersion(c.req.header("if-match")) });
    return c.body(null, 204);
  });
  routes.get("/Groups", async (c) => {
    const { organizationId, operations } = await open(c);
    const query = {
      ...readQuery(c.req.query("filter"), groupFilters),
      ...readPage(c.req.query()),
      include: readProjection(c.req.query())("members") ? ("members" as const) : undefined,
    };
    const { groups, total } = await operations.findProvisionedGroups({ organizationId, ...query });
    const resources = groups.map((group) => project(c, toScimGroup(group, urlOf(organizationId))));
    return list(resources, total, query.startIndex);
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
    const ifMatch = readVersion(c.req.header("if-match"));
    return showGroup(c, await operations.updateProvisionedGroup({ ...at, ...change }, { ifMatch }));
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
    const at = { organizationId, provisionedGroupId: c.req.param("id") };
    await operations.removeProvisionedGroup(at, { ifMatch: readVersion(c.req.header("if-match")) });
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

const userFilters = new Map<string, "email" | "externalId" | "id" | "userName" | undefined>([
  ["username", "userName"],
  ["externalid", "externalId"],
  ["id", "id"],
  ["emails", "email"],
  ["emails.value", "email"],
  // Users have one address each, so its type doesn't matter.
  ["emails.type", undefined],
  ["emails.primary", undefined],
]);

const groupFilters = new Map<string, "displayName" | "externalId" | "id" | "member">([
  ["displayname", "displayName"],
  ["externalid", "externalId"],
  ["id", "id"],
  // Microsoft Entra ID asks whether a user is in a group.
  ["members", "member"],
  ["members.value", "member"],
]);

function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, "invalidValue", `${name}: must be an integer.`);
}

function readVersion(header: string | undefined): string | undefined {
  return header === undefined || header === "*" ? undefined : header.replace(/^W\//, "").replaceAll('"', "");
}
