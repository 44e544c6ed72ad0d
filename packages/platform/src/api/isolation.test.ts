import { roles } from "@plugboard/api";
import type { AnyOperation } from "@plugboard/api/contract";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "../../../content/src/client/routes.ts";
import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../access/principal.ts";
import { savePage } from "../../../content/src/spaces/pages.ts";
import {
  type Parameter,
  bodyOf,
  createTenant,
  namedInBody,
  namedInQuery,
  queryOf,
  type ResourceIds,
  rejectingWebhooks,
  wordParameters,
} from "../fixtures/create-tenant.fixture.ts";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { isolationKinds } from "../fixtures/set-up-storage.fixture.ts";
import { watchStatements } from "../fixtures/watch-statements.fixture.ts";
import { createErrorHandler } from "../http/problem-response.ts";
import { servedOperations } from "../fixtures/served-operations.fixture.ts";
import { findRevealedResources, type Foreigner } from "../testing/find-revealed-resources.ts";
import { type ApiEnv, serveOperations } from "./serve-operations.ts";

/** A portal session. */
const portalOf = (organization: string, readOnly = false): Principal => ({
  type: "portal",
  id: "pse_1",
  organization,
  readOnly,
  theme: {},
  expiresAt: 0,
});

describe.each(isolationKinds)("an organization on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: rejectingWebhooks });
  let acme: Awaited<ReturnType<typeof createTenant>>;
  let other: Awaited<ReturnType<typeof createTenant>>;
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
  });
  // An owner can call every operation, and a reader the fewest. On PostgreSQL only the SQL differs.
  const foreignRoles = kind === "SQLite" ? (["owner", "reader"] as const) : (["owner"] as const);
  const foreigners = (): readonly (readonly [string, Principal | string])[] => [
    ...foreignRoles.map((role) => [role, person("p", { [other.ids.organizationId]: role })] as const),
    ["integration", other.ofIntegration],
    ...(kind === "PostgreSQL as a superuser"
      ? []
      : [["portal", portalOf(other.ids.organizationId)] as const]),
    ...(kind === "SQLite"
      ? ([
          ["nobody", person("n")],
          ["key", other.key],
          ["installation", other.ofInstallation],
        ] as const)
      : []),
  ];

  it("has a resource for every path parameter", () => {
    expect(Object.entries(acme.ids).filter(([, id]) => id === "")).toEqual([]);
  });

  it("doesn't reveal to other organizations whether a resource exists", { timeout: 300_000 }, async () => {
    // The first call causes extra writes, such as the time when a key was used, which must not be counted.
    for (const [, caller] of foreigners()) await api.call(caller, contentRoutes.listSpaces);
    await api.platform().logs.flush();
    const callAs =
      (caller: Principal | string): Foreigner<AnyOperation>["call"] =>
      async (operation, ids, replaced) => {
        let statements = 0;
        // The tenants have a resource for every parameter.
        const params = ids as ResourceIds;
        const query = {
          ...queryOf(operation),
          ...Object.fromEntries(
            namedInQuery(operation).flatMap(([name, parameter]) =>
              replaced.includes(parameter) ? [[name, params[parameter]]] : [],
            ),
          ),
        };
        const body = bodyOf(operation, params);
        const { status, text } = await watchStatements(
          () => {
            statements += 1;
          },
          () => api.call(caller, operation, { params, query, body }),
        );
        return { status, text, cost: statements };
      };
    const revealed = await findRevealedResources({
      operations: servedOperations,
      foreigners: foreigners().map(([name, caller]) => ({ name, call: callAs(caller) })),
      own: other.ids,
      theirs: acme.ids,
      words: wordParameters,
      alsoNamed: (operation) => {
        const inQuery = namedInQuery(operation).map(([, parameter]) => parameter);
        const inBody = namedInBody(operation);
        // It skips deliveries that it doesn't find.
        return operation.id === "sendDeliveriesAgain"
          ? { body: [], filters: [...inQuery, ...inBody] }
          : { body: inBody, filters: inQuery };
      },
    });
    expect(revealed).toEqual([]);
  });

  it("appears in no list of another organization", async () => {
    // Excludes parameters whose values are ordinary words that can occur anywhere.
    const {
      organizationId,
      blockIndex: _block,
      componentId: _component,
      customEventType: _custom,
      property: _property,
      eventType: _type,
      visitorId: _visitor,
      ...ids
    } = acme.ids;
    for (const operation of servedOperations.filter(
      ({ method, path }) => method === "GET" && !path.includes("{"),
    )) {
      for (const [who, caller] of foreigners()) {
        for (const query of [{}, operation.query === undefined ? {} : { organization: organizationId }]) {
          const { text, status } = await api.call(caller, operation, { query });
          const shown = [organizationId, ...Object.values(ids)].filter((id) => text.includes(id));
          expect([operation.id, who, status < 500, shown]).toEqual([operation.id, who, true, []]);
        }
      }
    }
  });

  it("is closed to the platform's administrator until they request support access", async () => {
    const { organizationId, blockIndex: _b, componentId: _c, property: _p, eventType: _t, ...ids } = acme.ids;
    const wrong: unknown[] = [];
    for (const operation of servedOperations.filter(
      ({ withoutSupportAccess, access }) => withoutSupportAccess !== true && access !== "anyone",
    )) {
      const body = bodyOf(operation, acme.ids);
      const isList = operation.method === "GET" && !operation.path.includes("{");
      const { status, text } = await api.call(administrator, operation, { params: acme.ids, body });
      const inBody = [organizationId, ids.spaceId, ids.installationId].some((id) =>
        JSON.stringify(body ?? "").includes(id),
      );
      const names = operation.path.includes("{") || inBody;
      const shown = Object.values(ids).filter((id) => isList && text.includes(id));
      const isRefused = text.includes('"support_access_required"');
      if (shown.length > 0 || (names && !isRefused)) wrong.push([operation.id, status, shown, text]);
    }
    expect(wrong).toEqual([]);
    const query = { organization: organizationId };
    expect(await api.call(administrator, contentRoutes.listSpaces, { query })).toMatchObject({
      status: 403,
      body: { code: "support_access_required" },
    });

    const reason = "They asked why their webhooks fail.";
    const params = { organizationId };
    await api.succeed(administrator, routes.requestSupportAccess, { params, body: { reason } });
    expect((await api.call(administrator, contentRoutes.listSpaces, { query })).status).toBe(200);
    const owner = person("o", { [organizationId]: "owner" });
    const entries = await api.succeed(owner, routes.listAuditEntries, {
      query: { operation: "requestSupportAccess" },
    });
    expect(entries).toMatchObject({ items: [{ actor: { type: "admin" }, request: { reason } }] });
    api.clock.now += 3600 * 1000;
    expect((await api.call(administrator, contentRoutes.listSpaces, { query })).status).toBe(403);
  });

  it("reports its changes only to its own members", async () => {
    const { spaceId, pageId, organizationId } = acme.ids;
    const own = person("o", { [organizationId]: "owner" });
    const strange = person("o", { [other.ids.organizationId]: "owner" });
    const ending = new AbortController();
    const seen = { own: 0, strange: 0 };
    const watch = async (who: keyof typeof seen, organization: string): Promise<void> => {
      const options = { after: undefined, signal: ending.signal, organizations: [organization] };
      for await (const { id } of api.platform().changes.watch(options)) seen[who] += id === "" ? 0 : 1;
    };
    const watching = [watch("own", organizationId), watch("strange", other.ids.organizationId)];
    const latest = async (who: Principal) => (await api.call(who, routes.listChanges)).text;
    const before = [await latest(own), await latest(strange)];
    const call = { params: { spaceId, pageId }, body: { markdown: "Changed" } };
    await api.succeed(own, contentRoutes.updatePageContent, call);
    expect([(await latest(own)) === before[0], (await latest(strange)) === before[1]]).toEqual([false, true]);
    await expect.poll(() => seen.own).toBeGreaterThan(0);
    // Changes outside of the API are reported too: an event and its deliveries.
    await savePage(api.platform(), spaceId, pageId, { markdown: "Again" });
    await expect.poll(() => seen.own).toBeGreaterThan(1);
    const reported = seen.own;
    while ((await api.platform().runDue()) > 0) api.clock.now += 1000;
    await expect.poll(() => seen.own).toBeGreaterThan(reported);
    ending.abort();
    await Promise.all(watching);
    expect(seen.strange).toBe(0);
  });

  it("shows its own members their resources", async () => {
    const owner = person("o", { [acme.ids.organizationId]: "owner" });
    const lists = [
      [contentRoutes.listSpaces, acme.ids.spaceId],
      [contentRoutes.listSites, acme.ids.siteId],
      [routes.listIntegrations, acme.ids.integration],
      [routes.listInstallations, acme.ids.installationId],
      [routes.listEvents, acme.ids.eventId],
      [routes.listDeliveries, acme.ids.deliveryId],
      [routes.listNotices, acme.ids.noticeId],
      [routes.listIntegrationReviews, acme.ids.reviewId],
    ] as const;
    for (const [route, id] of lists) {
      const { text } = await api.call(owner, route);
      expect([route.id, text.includes(id)]).toEqual([route.id, true]);
    }
  });

  it.runIf(kind === "SQLite")("allows its members exactly the operations listed for their role", async () => {
    // Empty handlers: the test only checks who reaches them.
    const reached = servedOperations.map((operation) => ({ operation, handle: async () => ({}) }));
    const app = new Hono<ApiEnv>().onError(createErrorHandler(() => {}));
    let caller: Principal = administrator;
    serveOperations(app, new URL(testUrls.api).pathname, api.platform(), async () => caller, reached);
    const statusOf = async (operation: AnyOperation, who: Principal): Promise<number> => {
      caller = who;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: Parameter) => acme.ids[name]);
      const body = bodyOf(operation, acme.ids);
      const query = new URLSearchParams(queryOf(operation));
      const request = new Request(`${testUrls.api}${path}?${query.toString()}`, {
        method: operation.method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const response = await app.fetch(request, {});
      return response.status;
    };
    const organization = acme.ids.organizationId;
    await api.succeed(administrator, routes.requestSupportAccess, {
      params: acme.ids,
      body: { reason: "To try every operation." },
    });
    for (const operation of servedOperations) {
      const { id, access, roles: allowed, status } = operation;
      const expected = roles.map((role) =>
        access === "person" || allowed.includes(role) ? [role, status, status] : [role, 403, 403],
      );
      const got: unknown[] = [];
      for (const role of roles)
        got.push([
          role,
          await statusOf(operation, person("m", { [organization]: role })),
          await statusOf(operation, { type: "key", id: "k", organization, role }),
        ]);
      expect([id, got, await statusOf(operation, administrator)]).toEqual([id, expected, status]);
      const isReadable = operation.portal === "read" || access === "anyone";
      const portal = [
        await statusOf(operation, portalOf(organization)),
        await statusOf(operation, portalOf(organization, true)),
      ];
      expect([id, ...portal]).toEqual([
        id,
        isReadable || operation.portal === "change" ? status : 403,
        isReadable ? status : 403,
      ]);
    }
  });
});
