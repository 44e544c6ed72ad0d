import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { listOpenedFailures } from "./failure-statuses.ts";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";

const day = 24 * 3600 * 1000;

describe.each(["SQLite", "PostgreSQL"] as const)(
  "the status of failures with the same cause on %s",
  (kind) => {
    const { succeed, call, createContent, publish, platform, clock } = setUpApi(kind, {
      hasOneClock: true,
      webhooks: {
        checkEndpoint: () => {},
        destinations: [],
        challenge: async () => ({
          isVerified: false,
          result: { startedAt: 0, requestHeaders: {}, timings: { total: 0 } },
        }),
        send: async () => ({ startedAt: clock.now, status: 422, requestHeaders: {}, timings: { total: 30 } }),
      },
    });

    async function setUp() {
      const { organizationId } = await createContent();
      const { name } = await publish(organizationId, "scopes: []");
      const installed = await succeed(administrator, routes.installIntegration, {
        params: { integration: name },
        body: { organization: organizationId },
      });
      const params = { organizationId, installationId: String(installed["id"]) };
      const { id } = await succeed(administrator, routes.createWebhookEndpoint, {
        params,
        body: { url: "https://hooks.example/in", eventTypes: ["space_content_updated"] },
      });
      const endpointId = String(id);
      const owner = person(`owner of ${organizationId}`, { [organizationId]: "owner" });
      const fail = async () => {
        const request = { params: { ...params, endpointId }, body: { type: "space_content_updated" } };
        await succeed(owner, routes.sendTestEvent, request);
        while ((await platform().runDue()) > 0) clock.now += 1000;
        clock.now += 1000;
      };
      const cause = {
        installationId: params.installationId,
        endpointId,
        failure: "rejected",
        responseStatus: 422,
      };
      const set = async (status: string) =>
        await succeed(owner, routes.setFailureCauseStatus, { params, body: { ...cause, status } });
      const read = async (): Promise<readonly { readonly status: string; readonly count: number }[]> => {
        const query = { organization: organizationId, since: new Date(clock.now - 100 * day).toISOString() };
        return Object(await succeed(owner, routes.groupFailedDeliveries, { query })).items;
      };
      return { params, cause, owner, fail, set, read };
    }

    it("is open until it is changed, and open again once a resolved cause fails again", async () => {
      const { fail, set, read } = await setUp();
      await fail();
      expect(await read()).toMatchObject([{ status: "open", count: 1 }]);
      await set("acknowledged");
      await fail();
      expect(await read()).toMatchObject([{ status: "acknowledged", count: 2 }]);
      clock.now += 1000;
      await set("resolved");
      expect(await read()).toMatchObject([{ status: "resolved", count: 2 }]);
      clock.now += 1000;
      await fail();
      expect(await read()).toMatchObject([{ status: "open", count: 3 }]);
      await set("open");
      expect(await read()).toMatchObject([{ status: "open", count: 3 }]);
    });

    it("is opened by the first failure, and by the first one after it was resolved", async () => {
      const { params, cause, fail, set } = await setUp();
      const opened = async () =>
        (await listOpenedFailures(platform(), clock.now - day))
          .filter(({ organizationId }) => organizationId === params.organizationId)
          .map(({ endpointId, reason, openedAt }) => [endpointId, reason, openedAt]);
      expect(await opened()).toEqual([]);
      await fail();
      const [first, ...others] = await opened();
      expect([first, others]).toEqual([[cause.endpointId, "HTTP 422", expect.any(Number)], []]);
      await fail();
      expect(await opened()).toEqual([first]);
      await set("acknowledged");
      await fail();
      expect(await opened()).toEqual([]);
      await set("resolved");
      clock.now += 1000;
      await fail();
      const [again] = await opened();
      expect(Number(again?.[2])).toBeGreaterThan(Number(first?.[2]));
      await set("open");
      expect(await opened()).toEqual([again]);
      clock.now += 2 * day;
      expect(await opened()).toEqual([]);
    });

    it("belongs to the organization, and each cause has its own", async () => {
      const acme = await setUp();
      const other = await setUp();
      await acme.fail();
      const { cause } = acme;
      const body = { ...cause, status: "resolved" };
      const refused = await call(other.owner, routes.setFailureCauseStatus, { params: other.params, body });
      expect(refused.status).toBe(404);
      const both = person("both", {
        [acme.params.organizationId]: "owner",
        [other.params.organizationId]: "owner",
      });
      for (const installationId of [cause.installationId, other.cause.installationId])
        expect(
          (
            await call(both, routes.setFailureCauseStatus, {
              params: other.params,
              body: { ...body, installationId },
            })
          ).status,
        ).toBe(404);
      const reader = person("reader", { [acme.params.organizationId]: "reader" });
      expect((await call(reader, routes.setFailureCauseStatus, { params: acme.params, body })).status).toBe(
        403,
      );
      await succeed(acme.owner, routes.setFailureCauseStatus, {
        params: acme.params,
        body: { ...body, responseStatus: 500 },
      });
      expect(await acme.read()).toMatchObject([{ status: "open" }]);
    });

    it("is forgotten after 90 days, when another one is set", async () => {
      const { params, cause, owner, set } = await setUp();
      await set("acknowledged");
      clock.now += 91 * day;
      const body = { ...cause, responseStatus: 500, status: "resolved" };
      await succeed(owner, routes.setFailureCauseStatus, { params, body });
      const rows = await platform()
        .db.selectFrom("failure_statuses")
        .select("status")
        .where("organization_id", "=", params.organizationId)
        .execute();
      expect(rows).toEqual([{ status: "resolved" }]);
    });

    it("is kept for the newest 200 causes of an endpoint", async () => {
      const { params, cause, owner } = await setUp();
      const { db } = platform();
      const stored = { organization_id: params.organizationId, status: "resolved" } as const;
      await db
        .insertInto("failure_statuses")
        .values(
          [cause.endpointId, "another endpoint"].flatMap((endpoint_id) =>
            Array.from({ length: 250 }, (_, index) => ({
              ...stored,
              endpoint_id,
              cause: `${index}`,
              opened_at: null,
              changed_at: clock.now - index,
            })),
          ),
        )
        .execute();
      clock.now += 1000;
      const body = { ...cause, responseStatus: 418, status: "acknowledged" };
      await succeed(owner, routes.setFailureCauseStatus, { params, body });
      const causesOf = async (endpointId: string) =>
        await db
          .selectFrom("failure_statuses")
          .select(["cause", "status"])
          .where("endpoint_id", "=", endpointId)
          .orderBy("changed_at", "desc")
          .execute();
      const kept = await causesOf(cause.endpointId);
      expect(kept).toHaveLength(200);
      expect([kept[0]?.status, kept.at(-1)?.cause]).toEqual(["acknowledged", "198"]);
      expect(await causesOf("another endpoint")).toHaveLength(250);
      await db.deleteFrom("failure_statuses").where("endpoint_id", "=", "another endpoint").execute();
    });
  },
);
