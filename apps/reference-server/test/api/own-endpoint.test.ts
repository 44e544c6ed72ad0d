import {
  createInstallationToken,
  getInstallation,
  listIntegrationInstallations,
  updateInstallation,
} from "@plugboard/api/routes";
import { createSiteInstallation } from "@plugboard/content/routes";
import { createApiClient } from "@plugboard/api/client";
import { createIntegration } from "@plugboard/content/integration";
import { createRouter } from "@plugboard/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const teamSchema = z.object({ team: z.string() });
const environmentSchema = z.object({
  environment: z.looseObject({
    signingSecrets: z.record(z.string(), z.string()),
    apiTokens: z.unknown(),
    integration: z.unknown(),
  }),
});

describe("an integration's own endpoint", () => {
  const { server, call, succeed, publish, install, seeded } = setUpServer();
  const inbound = createIntegration({
    fetch: createRouter({
      "/": (_request, { environment, eventId }) => Response.json({ environment, eventId }),
      "/cookie": (request) =>
        new Response(request.headers.get("cookie"), { headers: { "set-cookie": "seen=1; Path=/" } }),
      // Another product's webhook, which contains a team ID instead of the installation.
      "/hook": async (request, { environment, integration: { api } }) => {
        const { team } = teamSchema.parse(await request.json());
        const { name } = environment.integration;
        const [found] = (
          await api.call(listIntegrationInstallations, {
            params: { integration: name },
            query: { externalId: team },
          })
        ).items;
        if (found === undefined) return new Response("Nobody has connected this team", { status: 404 });
        const { token } = await api.call(createInstallationToken, {
          params: { integration: name, installationId: found.id },
        });
        const own = createApiClient({ endpoint: environment.apiEndpoint, token });
        const { id } = await own.call(getInstallation, { params: { installationId: found.id } });
        return Response.json({ id });
      },
    }),
  });
  let installation = "";
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${server().urls.public}/integrations/${path}`, { redirect: "manual", ...init });
  const hook = (team: unknown) => send("inbound/hook", { method: "POST", body: JSON.stringify({ team }) });

  beforeAll(async () => {
    await publish("inbound", inbound, "scopes: []");
    await publish("neighbor");
    installation = await install("inbound");
    await succeed(updateInstallation, {
      params: { installationId: installation },
      body: { externalIds: ["team_7", 'a"quoted%_one'] },
    });
  });

  it("belongs to no installation", async () => {
    const { environment } = environmentSchema.parse(await (await send("inbound")).json());
    const endpoint = `${server().urls.public}/integrations/inbound`;
    expect(environment.integration).toMatchObject({
      organization: seeded().organization,
      urls: { publicEndpoint: endpoint, integrationEndpoint: endpoint },
    });
    expect(environment.apiTokens).toEqual({ integration: expect.any(String) });
    expect(environment).not.toHaveProperty("installation");
    expect(environment.signingSecrets).toEqual({ integration: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await send("nobody")).status).toBe(404);
  });

  it("finds an installation by its external ID and acts for it", async () => {
    for (const team of ["team_7", 'a"quoted%_one'])
      expect(await (await hook(team)).json()).toEqual({ id: installation });
    for (const team of ["team_", "7", "team%7", "aaquoted%_one", '"]'])
      expect((await hook(team)).status).toBe(404);
  });

  it("keeps its cookies to itself", async () => {
    const set = (await send("inbound/cookie")).headers.getSetCookie()[0] ?? "";
    expect(set).toBe("inbound.seen=1; Path=/integrations/inbound");
    const cookie = "inbound.seen=1; neighbor.seen=2; plugboard_visitor=3";
    expect(await (await send("inbound/cookie", { headers: { cookie } })).text()).toBe("seen=1");
  });

  it("forwards a state to the installation it names and keeps any other", async () => {
    const ours = await send(`inbound/?state=${installation}.sealed&code=1`);
    expect(ours.headers.get("location")).toContain(`${installation}/?state=${installation}.sealed&code=1`);
    // The integration's own states can start like an installation ID.
    expect((await send("inbound/?state=ins_mine&code=1")).status).toBe(200);
  });

  it("creates tokens only for installations of the integration", async () => {
    const of = (integration: string) =>
      call(createInstallationToken, { params: { integration, installationId: installation } });
    expect([(await of("inbound")).status, (await of("neighbor")).status]).toEqual([201, 404]);
  });

  it("has a path for each space and site installation, with it in the environment", async () => {
    const path = `${installation}/~sites/${seeded().site}`;
    expect((await send(path)).status).toBe(404);
    await succeed(createSiteInstallation, {
      params: { installationId: installation, siteId: seeded().site },
    });
    const { environment } = environmentSchema.parse(await (await send(path)).json());
    const base = `${server().urls.public}/integrations/${installation}`;
    expect(environment.siteInstallation).toMatchObject({
      site: seeded().site,
      urls: { publicEndpoint: `${base}/~sites/${seeded().site}`, app: expect.stringContaining("/content/") },
    });
    expect(environment.installation).toMatchObject({
      organization: seeded().organization,
      urls: { publicEndpoint: base },
    });
    const secrets = Object.values(environment.signingSecrets);
    expect([secrets.length, new Set(secrets).size]).toEqual([3, 3]);
    for (const other of ["~sites/sit_nobody", `~spaces/${seeded().space}`])
      expect((await send(`${installation}/${other}`)).status).toBe(404);
  });
});
