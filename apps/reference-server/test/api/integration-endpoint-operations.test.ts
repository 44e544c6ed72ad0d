import { acknowledgeNotice, getInstallation, listNotices, queueTask } from "@plugboard/api/routes";
import { createIntegration, IntegrationError } from "@plugboard/runtime";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const endpointSchema = z.looseObject({ status: z.string() });
const statisticsSchema = z.looseObject({ pending: z.number() });
const noticesSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "an integration's own endpoint over HTTP on %s",
  (kind) => {
    const { call, succeed, publish, install } = setUpServer(kind);
    let count = 0;

    /** Creates an installation of an integration that can respond with 410. Its endpoint exists already. */
    async function setUp() {
      count += 1;
      const name = `own-${count}`;
      const state = { gone: false };
      const done: string[] = [];
      const tokens: string[] = [];
      const integration = createIntegration({
        events: {
          installation_setup: (_event, { environment }) => {
            tokens.push(environment.apiTokens.installation ?? "");
          },
        },
        task: ({ eventId }) => {
          if (state.gone) throw new IntegrationError("Moved away", 410);
          done.push(eventId);
        },
      });
      await publish(name, integration);
      const installationId = await install(name);
      const installation = pathOf(getInstallation, { params: { installationId } });
      const token = await waitFor("the integration to be notified", () => tokens[0]);
      const path = `${installation}/integration-endpoint`;
      const read = async () => endpointSchema.parse(await succeed("GET", path));
      const queue = () => succeed(queueTask, { body: { installationId, task: { type: "greet" } } });
      const disable = async () => {
        state.gone = true;
        await queue();
        await waitFor("the endpoint to be disabled", async () =>
          (await read()).status === "disabled" ? true : undefined,
        );
        state.gone = false;
      };
      return { installationId, installation, path, token, done, read, queue, disable };
    }

    const enable = { body: { status: "enabled" } };

    it("is active until the engine disables it, and shows that even after its notice is acknowledged", async () => {
      const { installationId, read, disable } = await setUp();
      expect(await read()).toEqual({ status: "enabled" });
      await disable();
      const { items } = noticesSchema.parse(await succeed(listNotices));
      const notice = items.find((item) => item["installationId"] === installationId);
      await succeed(acknowledgeNotice, { params: { noticeId: notice?.id } });
      expect(await read()).toEqual({ status: "disabled", disabledReason: "gone" });
    });

    it("can be enabled by an administrator, and receives failed tasks again", async () => {
      const { installation, path, done, read, queue, disable } = await setUp();
      await disable();
      expect(await succeed("PATCH", path, enable)).toEqual({ status: "enabled" });
      expect(await read()).toEqual({ status: "enabled" });
      await queue();
      await waitFor("the new task", () => done[0]);
      const body = { failedSince: "2001-01-01T00:00:00Z" };
      expect(
        await succeed("POST", `${installation}/integration-endpoint/recoveries`, { body }),
      ).toMatchObject({
        total: 1,
      });
      await waitFor("the task that failed", () => done[1]);
      expect(await succeed("PATCH", path, enable)).toEqual({ status: "enabled" });
    });

    it("receives nothing while its installation is paused, enabled or not", async () => {
      const { installation, path, done, queue, disable } = await setUp();
      await disable();
      await succeed("POST", `${installation}/pause`);
      expect(await succeed("PATCH", path, enable)).toEqual({ status: "enabled" });
      await queue();
      await waitFor("the task to wait", async () =>
        statisticsSchema.parse(await succeed("GET", `${installation}/integration-endpoint/statistics`))
          .pending === 0
          ? undefined
          : true,
      );
      expect(done).toEqual([]);
      await succeed("POST", `${installation}/resume`);
      await waitFor("the task", () => done[0]);
    });

    it("can be read by the integration and enabled only by an administrator", async () => {
      const { path, token } = await setUp();
      expect((await call("GET", path, { token })).status).toBe(200);
      expect((await call("PATCH", path, { ...enable, token })).status).toBe(403);
      expect((await call("GET", path, { token: null })).status).toBe(401);
    });

    it("rejects other changes", async () => {
      const { path } = await setUp();
      for (const body of [{}, { status: "disabled" }, { status: "paused" }])
        expect((await call("PATCH", path, { body })).status).toBe(400);
      for (const method of ["GET", "PATCH"]) {
        const nobody = path.replace(/ins_\w+/, "ins_nobody");
        expect((await call(method, nobody, method === "PATCH" ? enable : {})).status).toBe(404);
      }
    });
  },
);
