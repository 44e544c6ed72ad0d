import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { DefaultIntegrationTypes, Environment } from "@plugboard/api";
import { defineOperations, operation } from "@plugboard/api/contract";
import {
  createApiKey,
  createWebhookEndpoint as createEndpoint,
  getContract,
  getEventType,
  getStoredValue,
  listWebhookEndpoints,
  queueTask,
  sendTestEvent,
  setStoredValue,
} from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { startHttp, type TestHttp } from "@plugboard/test-http";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { appendProductEvent } from "../events/append-product-event.ts";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { databaseKinds, hidingKinds } from "../fixtures/set-up-storage.fixture.ts";
import { inOrganizations } from "../database/organization-scope.ts";
import { exportOrganization } from "../tenancy/export-organization.ts";
import { dispatchRequest } from "../dispatch/dispatch-request.ts";
import { createFanOut } from "../delivery/fan-out.ts";
import { selectResources } from "../installations/resource-selection.ts";
import { eraseSubject, listSubjectEvents } from "../tenancy/subjects.ts";
import { removeOrganization } from "../tenancy/remove-organization.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";
import { findResourceInstallation, getInstallation } from "../installations/installations.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { removeInstallation } from "../installations/change-installation.ts";
import { createPublicEndpoints } from "../public-endpoints/create-public-endpoints.ts";
import { defineFeature } from "../operations/feature.ts";
import { defineContract } from "./define-contract.ts";
import type { ProductTypes } from "./product-types.ts";
import { defineProduct } from "../operations/product.ts";

// An interface has no index signature, which `withTables` requires.
type TrackerTables = {
  projects: { id: string; organization_id: string };
  issues: { id: string; organization_id: string; project_id: string; title: string };
};

const contract = defineContract({
  name: "tracker",
  kinds: { project: { title: "Project", plural: "projects" } },
  scopes: {
    "issues:secret": { description: "Read secret issues" },
    "issues:write": { description: "Label issues" },
    "badges:write": { description: "Show badges" },
  },
  events: {
    issue_opened: {
      on: "project",
      summary: "An issue was opened",
      fields: z.object({ issueId: z.string(), title: z.string() }),
      sample: { issueId: "iss_1", title: "It is broken" },
    },
    secret_issue_opened: {
      on: "project",
      scope: "issues:secret",
      summary: "A secret issue was opened",
      fields: z.object({ issueId: z.string() }),
      sample: { issueId: "iss_1" },
    },
  },
  requests: {
    fetch_badge: {
      on: "project",
      scope: "badges:write",
      fields: z.object({ size: z.enum(["small", "large"]) }),
    },
  },
  operations: defineOperations({
    labelIssue: operation({
      method: "PUT",
      path: "/projects/{projectId}/issues/{issueId}/label",
      tag: "Content",
      summary: "Label an issue",
      access: { resource: "project", scope: "issues:write" },
      roles: ["owner", "editor"],
      body: z.object({ label: z.string().min(1).max(50) }),
      example: { body: { label: "bug" } },
    }),
    openIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues",
      tag: "Content",
      summary: "Open an issue",
      access: "administrator",
      roles: ["owner", "editor"],
      body: z.object({ title: z.string().min(1).max(100) }),
      response: z.object({ id: z.string() }),
      status: 201,
      example: { body: { title: "It is broken" }, response: { id: "iss_1" } },
    }),
  }),
});

const tracker = defineProduct({
  contract,
  tables: { issues: { column: "organization_id" }, projects: { column: "organization_id" } },
  migrations: {
    "0001-issues": {
      up: async (db) => {
        await sql`create table projects (id text primary key, organization_id text not null)`.execute(db);
        await sql`create table issues (
          id text primary key, organization_id text not null, project_id text not null, title text not null)`.execute(
          db,
        );
      },
    },
  },
  kinds: {
    project: {
      find: async (db, ids) =>
        await db
          .withTables<TrackerTables>()
          .selectFrom("projects")
          .select(["id", "organization_id as organizationId"])
          .where("id", "in", [...ids])
          .execute(),
    },
  },
});

const labels = new Map<string, string>();

type Tracker = ProductTypes<typeof contract>;

const issueFeature = defineFeature(contract.operations, (platform) => ({
  labelIssue: async ({ params: { issueId }, body: { label } }) => {
    labels.set(issueId, label);
  },
  openIssue: async ({ params: { projectId }, body: { title }, resources }) => {
    const [project] = resources;
    const id = `iss_${randomUUID()}`;
    const db = platform.db.withTables<TrackerTables>();
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("issues")
        .values({
          id,
          organization_id: (await project?.findOrganization()) ?? "",
          project_id: projectId,
          title,
        })
        .execute();
      const resource = { kind: "project", id: projectId } as const;
      const fields = { issueId: id, title };
      await appendProductEvent(platform, tracker, transaction, { type: "issue_opened", resource, fields });
      await appendProductEvent(platform, tracker, transaction, {
        type: "secret_issue_opened",
        resource,
        fields: { issueId: id },
      });
      if (title === "undone") throw new Error("The change failed.");
    });
    platform.onEvent();
    return { id };
  },
}));

describe.each(databaseKinds)("a product on %s", (database) => {
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  const api = setUpApi(database, { product: tracker, features: [issueFeature], webhooks: sender });
  const received: Record<string, unknown>[] = [];
  let receiver: TestHttp | undefined;
  beforeAll(async () => {
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.push(z.record(z.string(), z.unknown()).parse(JSON.parse(await text(request))));
      response.end();
    };
    receiver = await startHttp((request, response) => void receive(request, response));
  });
  afterAll(async () => {
    await receiver?.close();
    await sender.close();
  });

  async function setUp() {
    const platform = api.platform();
    const organizationId = await api.createOrganization();
    const projectId = `prj_${randomUUID()}`;
    const db = platform.db.withTables<TrackerTables>();
    await db.insertInto("projects").values({ id: projectId, organization_id: organizationId }).execute();
    const { name } = await api.publish(organizationId, "scopes: []");
    const { id: installationId } = await installIntegration(platform, name, organizationId);
    return { platform, organizationId, projectId, installationId };
  }

  it("has a field for its kind in the API of stored values and tasks", async () => {
    const { platform, organizationId, projectId, installationId } = await setUp();
    await installIntoResource(platform, installationId, "project", projectId);
    const { integration } = await getInstallation(platform, installationId);
    const token = await platform.tokens.issue({ integration, installation: installationId, scopes: [] });
    const key = { params: { installationId, storageKey: "seen" } };
    const inProject = { ...key, query: { projectId } };
    await api.succeed(token, setStoredValue, { ...inProject, body: { value: 7 } });
    expect(await api.succeed(token, getStoredValue, inProject)).toMatchObject({ value: 7 });
    expect((await api.call(token, getStoredValue, key)).status).toBe(404);
    const elsewhere = { ...key, query: { projectId: (await setUp()).projectId } };
    expect((await api.call(token, getStoredValue, elsewhere)).status).toBe(404);
    const task = { task: { type: "sync" }, projectId };
    expect((await api.call(token, queueTask, { body: task })).status).toBe(201);
    const refused = await api.call(token, queueTask, { body: { ...task, projectId: "prj_other" } });
    expect(refused).toMatchObject({ status: 400, body: { problems: [{ path: "projectId" }] } });
    const { body } = await api.call(person("o", { [organizationId]: "owner" }), {
      id: "openApi",
      method: "GET",
      path: "/openapi.json",
    });
    expect(body).toMatchObject({
      components: {
        schemas: {
          TaskCreation: {
            properties: { projectId: { description: expect.stringContaining("A project of the") } },
          },
        },
      },
    });
  });

  it("suggests the event that was meant", async () => {
    const { platform, projectId } = await setUp();
    const event = { type: "issue_open", resource: { kind: "project", id: projectId }, fields: {} } as const;
    await expect(
      platform.db
        .withTables<TrackerTables>()
        .transaction()
        // @ts-expect-error: JavaScript callers can misspell the type
        .execute(async (transaction) => await appendProductEvent(platform, tracker, transaction, event)),
    ).rejects.toThrow('"issue_open" is not an event of the contract. Did you mean "issue_opened"?');
  });

  it("installs an integration, emits events in its own transactions, and delivers them", async () => {
    const { platform, organizationId, projectId, installationId } = await setUp();
    await installIntoResource(platform, installationId, "project", projectId);
    await createWebhookEndpoint(platform, installationId, {
      url: receiver?.url,
      eventTypes: ["issue_opened", "secret_issue_opened", "project_installation_deleted"],
    });
    const owner = person("o", { [organizationId]: "owner" });
    const open = async (title: string) =>
      await api.call(owner, contract.operations.openIssue, { params: { projectId }, body: { title } });
    const { status, body } = await open("It is broken");
    expect(status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(body);
    expect((await open("undone")).status).toBe(500);
    await platform.runDue();
    expect(received.splice(0)).toEqual([
      expect.objectContaining({
        type: "issue_opened",
        installationId,
        projectId,
        issueId: id,
        title: "It is broken",
      }),
    ]);
    expect((await api.eventsOf(installationId)).map(({ type }) => type)).toEqual([
      "installation_setup",
      "installation_setup",
      "project_installation_setup",
      "project_installation_setup",
    ]);
    await removeInstallation(platform, { installationId, kind: "project", resourceId: projectId });
    await platform.runDue();
    expect(received.splice(0)).toEqual([
      expect.objectContaining({ type: "project_installation_deleted", installationId, projectId }),
    ]);
    await open("After the removal");
    await platform.runDue();
    expect(received).toEqual([]);
  });

  it("sends its events to integrations, which call its API with the granted scopes", async () => {
    const { platform, organizationId, projectId } = await setUp();
    const environments: Environment[] = [];
    const integration = createIntegration<DefaultIntegrationTypes & { readonly product: Tracker }>({
      events: {
        project_installation_setup: () => ({ problems: [{ path: "", message: "No labels yet" }] }),
        issue_opened: (_event, { environment }) => environments.push(environment),
      },
    });
    const secret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: secret };
    const server = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
    const publish = async (lines: string) => {
      const name = `triage-${randomUUID()}`;
      const manifest = testManifest(name, organizationId, lines);
      const url = `http://127.0.0.1:${server.port}`;
      return await publishIntegration(platform, { name, manifest, url, signingSecret: secret });
    };
    const installed = async (lines: string) => {
      const { id } = await installIntegration(platform, (await publish(lines)).name, organizationId);
      await installIntoResource(platform, id, "project", projectId);
      return id;
    };
    const id = await installed("product: tracker\nscopes: [issues:write]");
    await installed("scopes: []");
    const owner = person("o", { [organizationId]: "owner" });
    const issue = { params: { projectId }, body: { title: "It is broken" } };
    await api.succeed(owner, contract.operations.openIssue, issue);
    await platform.runDue();
    await server.close();
    expect((await findResourceInstallation(platform, id, "project", projectId))?.problems).toHaveLength(1);
    expect(environments).toHaveLength(2);
    const [own, other] = environments.toSorted((one) => (one.installation?.id === id ? -1 : 1));
    expect(own).toMatchObject({
      projectInstallation: { project: projectId, installation: id, status: "active" },
      signingSecrets: { projectInstallation: expect.any(String) },
    });
    const label = async (environment: Environment | undefined, project: string) => {
      const call = { params: { projectId: project, issueId: "iss_1" }, body: { label: "bug" } };
      const token = environment?.apiTokens.installation ?? "";
      return (await api.call(token, contract.operations.labelIssue, call)).status;
    };
    expect(await label(own, projectId)).toBe(204);
    expect(labels.get("iss_1")).toBe("bug");
    expect(await label(other, projectId)).toBe(403);
    expect(await label(own, (await setUp()).projectId)).toBe(403);
    await expect(publish("product: crm\nscopes: [deals:read]")).rejects.toMatchObject({
      code: "invalid_manifest",
      problems: [
        { path: "manifest:6:10", message: expect.stringContaining('this platform hosts "tracker"') },
        { path: "manifest:7:10", message: expect.stringContaining('"deals:read" is not an allowed value') },
      ],
    });
  });

  it("sends its requests to integrations that handle them and have their scope", async () => {
    const { platform, organizationId, projectId } = await setUp();
    const definition = {
      events: {},
      fetch_badge: ({ projectId: id, size }: { readonly projectId: string; readonly size: string }) =>
        new Response(`${id} ${size}`),
    };
    const install = async (lines: string, integration = createIntegration(definition)) => {
      const secret = generateSecret();
      const env = { PLUGBOARD_SIGNING_SECRET: secret };
      const server = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
      onTestFinished(() => server.close());
      const name = `badges-${randomUUID()}`;
      const manifest = testManifest(name, organizationId, `product: tracker\n${lines}`);
      const url = `http://127.0.0.1:${server.port}`;
      await publishIntegration(platform, { name, manifest, url, signingSecret: secret });
      const { id } = await installIntegration(platform, name, organizationId);
      await installIntoResource(platform, id, "project", projectId);
      return id;
    };
    const installationId = await install("scopes: [badges:write]");
    const request = { type: "fetch_badge", installationId, projectId, size: "small" };
    const { status, body } = await dispatchRequest(platform, request);
    expect([status, new TextDecoder().decode(body)]).toEqual([200, `${projectId} small`]);
    const without = { ...request, installationId: await install("scopes: []") };
    await expect(dispatchRequest(platform, without)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("needs the scope badges:write for fetch_badge"),
    });
    const idle = {
      ...request,
      installationId: await install("scopes: [badges:write]", createIntegration({})),
    };
    await expect(dispatchRequest(platform, idle)).rejects.toMatchObject({ code: "not_found" });
    const invalid = { code: "invalid_definition" };
    await expect(dispatchRequest(platform, { ...request, size: "huge" })).rejects.toMatchObject(invalid);
    await expect(dispatchRequest(platform, { ...request, type: "fetch_icon" })).rejects.toMatchObject(
      invalid,
    );
    const { projectId: _projectId, ...nowhere } = request;
    await expect(dispatchRequest(platform, nowhere)).rejects.toMatchObject(invalid);
  });

  it("has public endpoints for its resources, where the integration is installed", async () => {
    const { platform, organizationId, projectId } = await setUp();
    const environments: object[] = [];
    const integration = createIntegration<DefaultIntegrationTypes & { readonly product: Tracker }>({
      fetch: (_request, { environment }) => {
        environments.push(environment);
        return new Response();
      },
    });
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const server = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
    onTestFinished(() => server.close());
    const name = `hooks-${randomUUID()}`;
    const manifest = testManifest(name, organizationId, "product: tracker\nscopes: []");
    const url = `http://127.0.0.1:${server.port}`;
    await publishIntegration(platform, { name, manifest, url, signingSecret });
    const { id } = await installIntegration(platform, name, organizationId);
    await installIntoResource(platform, id, "project", projectId);
    const { fetch } = createPublicEndpoints(platform, { onError: () => {} });
    const endpointOf = (project: string) => `${platform.urls.public}/integrations/${id}/~projects/${project}`;
    const statusOf = async (project: string) =>
      (await fetch(new Request(`${endpointOf(project)}/hook`))).status;
    expect(await statusOf(projectId)).toBe(200);
    expect(environments).toEqual([
      expect.objectContaining({
        projectInstallation: expect.objectContaining({
          project: projectId,
          urls: { publicEndpoint: endpointOf(projectId) },
        }),
      }),
    ]);
    expect(await statusOf((await setUp()).projectId)).toBe(404);
    expect(await statusOf("prj_missing")).toBe(404);
    expect(environments).toHaveLength(1);
  });

  it("describes its contract, and its events among the event types", async () => {
    const { body } = await api.call(administrator, getContract);
    expect(body).toMatchObject({
      name: "tracker",
      kinds: [{ kind: "project", title: "Project", plural: "projects" }],
      scopes: expect.arrayContaining([{ scope: "issues:write", description: "Label issues" }]),
      events: expect.arrayContaining([
        expect.objectContaining({
          type: "secret_issue_opened",
          on: "project",
          scope: "issues:secret",
          version: "1",
          fields: expect.objectContaining({ required: ["issueId"] }),
          sample: { issueId: "iss_1" },
        }),
      ]),
    });
    const eventType = await api.succeed(administrator, getEventType, {
      params: { eventType: "issue_opened" },
    });
    expect(eventType).toMatchObject({
      summary: "An issue was opened",
      schema: { required: ["eventId", "installationId", "type", "projectId", "issueId", "title"] },
      example: { type: "issue_opened", projectId: "project_test", issueId: "iss_1" },
    });
  });

  it("grants its scopes to API keys", async () => {
    const { organizationId, projectId } = await setUp();
    const owner = person("o", { [organizationId]: "owner" });
    const create = async (scopes: readonly string[]) =>
      await api.call(owner, createApiKey, { params: { organizationId }, body: { name: "CI", scopes } });
    const created = await create(["issues:write"]);
    expect(created).toMatchObject({ status: 201, body: { scopes: ["issues:write"] } });
    const { token } = z.object({ token: z.string() }).parse(created.body);
    const call = { params: { projectId, issueId: "iss_2" }, body: { label: "bug" } };
    expect((await api.call(token, contract.operations.labelIssue, call)).status).toBe(204);
    const other = z.object({ token: z.string() }).parse((await create(["issues:secret"])).body).token;
    expect((await api.call(other, contract.operations.labelIssue, call)).status).toBe(403);
    const unknown = await create(["issues:write", "deals:read"]);
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: "invalid_request", problems: [{ path: "scopes.1", message: expect.any(String) }] },
    });
  });

  it("lets webhook endpoints select its events, of all its resources or of one", async () => {
    const { platform, organizationId, projectId, installationId } = await setUp();
    const db = platform.db.withTables<TrackerTables>();
    const second = `prj_${randomUUID()}`;
    await db.insertInto("projects").values({ id: second, organization_id: organizationId }).execute();
    for (const id of [projectId, second]) await installIntoResource(platform, installationId, "project", id);
    const owner = person("o", { [organizationId]: "owner" });
    const create = async (body: object) =>
      await api.call(owner, createEndpoint, {
        params: { installationId },
        body: { url: receiver?.url, eventTypes: ["issue_opened"], ...body },
      });
    // A kind of another product.
    expect(await create({ spaceId: second })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "spaceId", message: expect.stringContaining("did you mean projectId?") }] },
    });
    const resource = { kind: "project", id: second };
    expect(await create({ resource })).toMatchObject({
      status: 201,
      body: { eventTypes: ["issue_opened"], resource },
    });
    for (const [body, path] of [
      [{ eventTypes: ["issue_opened", "issue_forgotten"] }, "eventTypes.1"],
      [{ resource: { kind: "project", id: "prj_missing" } }, "resource"],
      [{ resource: { kind: "board", id: second } }, "resource"],
    ] as const)
      expect(await create(body)).toMatchObject({ status: 400, body: { problems: [{ path }] } });
    for (const id of [projectId, second]) {
      const call = { params: { projectId: id }, body: { title: "It is broken" } };
      await api.succeed(owner, contract.operations.openIssue, call);
    }
    await platform.runDue();
    expect(received.splice(0)).toEqual([
      expect.objectContaining({ type: "issue_opened", projectId: second }),
    ]);
    api.clock.now += 60_000;
    await removeInstallation(platform, { installationId, kind: "project", resourceId: second });
    await platform.runDue();
    const { items } = await api.succeed(owner, listWebhookEndpoints, { params: { installationId } });
    expect(items).toEqual([]);
  });

  it("sends test events of its types", async () => {
    const { organizationId, installationId } = await setUp();
    const owner = person("o", { [organizationId]: "owner" });
    const { id } = await api.succeed(owner, createEndpoint, {
      params: { installationId },
      body: { url: receiver?.url, eventTypes: ["issue_opened"] },
    });
    await api.succeed(owner, sendTestEvent, {
      params: { installationId, endpointId: z.string().parse(id) },
      body: {},
    });
    await api.platform().runDue();
    expect(received.splice(0)).toEqual([
      {
        eventId: expect.any(String),
        type: "issue_opened",
        installationId,
        projectId: "project_test",
        issueId: "iss_1",
        title: "It is broken",
      },
    ]);
  });

  it("installs into kinds that no selection limits", async () => {
    const { platform, projectId, installationId } = await setUp();
    await selectResources(platform, installationId, { type: "selected", ids: [] });
    await installIntoResource(platform, installationId, "project", projectId);
    await selectResources(platform, installationId, { type: "selected", ids: [] });
    expect(await findResourceInstallation(platform, installationId, "project", projectId)).toMatchObject({
      resourceId: projectId,
    });
  });

  it("waits for a process whose contract has the event", async () => {
    const { platform, projectId, installationId } = await setUp();
    await installIntoResource(platform, installationId, "project", projectId);
    await platform.runDue();
    const owner = { type: "admin" } as const;
    const call = { params: { projectId }, body: { title: "It is broken" } };
    await api.succeed(owner, contract.operations.openIssue, call);
    const older = { ...platform, product: { ...tracker, contract: { ...contract, events: {} } } };
    const open = async () =>
      await platform.db
        .selectFrom("events")
        .select("type")
        .where("resource_id", "=", projectId)
        .where("fanned_out_at", "is", null)
        .orderBy("position")
        .execute();
    await expect(createFanOut(older, 60_000).runOnce()).rejects.toThrow("could not be fanned out");
    expect((await open()).map(({ type }) => type)).toEqual(["issue_opened", "secret_issue_opened"]);
    api.clock.now += 10 * 60_000;
    await platform.runDue();
    expect(await open()).toEqual([]);
  });

  it("keeps organizations apart", async () => {
    const { platform, projectId, organizationId } = await setUp();
    const other = await setUp();
    await expect(installIntoResource(platform, other.installationId, "project", projectId)).rejects.toThrow(
      `There is no project ${projectId} in this organization.`,
    );
    await expect(installIntoResource(platform, other.installationId, "board", "brd_1")).rejects.toThrow(
      '"board" is not a kind of the product. Write one of project.',
    );
    const params = { projectId };
    const statusOf = async (organization: string, role: "owner" | "reader", id = projectId) => {
      const caller = person("p", { [organization]: role });
      const call = { params: { ...params, projectId: id }, body: { title: "Theirs" } };
      return (await api.call(caller, contract.operations.openIssue, call)).status;
    };
    expect(await statusOf(other.organizationId, "owner")).toBe(404);
    expect(await statusOf(organizationId, "reader")).toBe(403);
    expect(await statusOf(organizationId, "owner", "prj_missing")).toBe(404);
  });

  it.runIf(hidingKinds.includes(database))(
    "shows and changes only the rows of an organization, and removes them with it",
    async () => {
      const { platform, organizationId, projectId } = await setUp();
      const other = await setUp();
      const db = platform.db.withTables<TrackerTables>();
      const idsOf = async () => (await db.selectFrom("projects").select("id").execute()).map(({ id }) => id);
      await inOrganizations([organizationId], async () => {
        expect(await idsOf()).toEqual([projectId]);
        await db.deleteFrom("projects").where("id", "=", other.projectId).execute();
        const theirs = { id: "prj_theirs", organization_id: other.organizationId };
        await expect(db.insertInto("projects").values(theirs).execute()).rejects.toThrow(
          /row-level security|another organization/,
        );
      });
      expect(await idsOf()).toContain(other.projectId);
      const { items } = await exportOrganization(platform, organizationId, { limit: 100 });
      const ofProject = items.find(({ kind }) => kind === "projects");
      expect(ofProject?.data).toEqual({ id: projectId, organization_id: organizationId });
      await removeOrganization(platform, organizationId);
      const left = await idsOf();
      expect(left).toContain(other.projectId);
      expect(left).not.toContain(projectId);
    },
  );

  it("lists and erases the events about a person", async () => {
    const { platform, organizationId, projectId } = await setUp();
    const emit = async (subjectId: string | undefined) =>
      await platform.db.transaction().execute(
        async (transaction) =>
          await appendProductEvent(platform, tracker, transaction, {
            type: "issue_opened",
            resource: { kind: "project", id: projectId },
            fields: { issueId: "iss_1", title: "It is broken" },
            subjectId,
          }),
      );
    const [own] = [await emit("person_1"), await emit("person_2"), await emit(undefined)];
    const idsOf = async (person: string) =>
      (await listSubjectEvents(platform, organizationId, person, { limit: 10 })).items.map(({ id }) => id);
    expect(await idsOf("person_1")).toEqual([own]);
    expect(await eraseSubject(platform, organizationId, "person_1")).toBe(1);
    expect(await idsOf("person_1")).toEqual([]);
    expect(await idsOf("person_2")).toHaveLength(1);
  });

  it("rejects events that the contract does not allow", async () => {
    const { platform, projectId } = await setUp();
    const emit = async (id: string, title: unknown) =>
      await platform.db.transaction().execute(async (transaction) => {
        const fields = { issueId: "iss_1", title: title as string };
        const resource = { kind: "project", id } as const;
        return await appendProductEvent(platform, tracker, transaction, {
          type: "issue_opened",
          resource,
          fields,
        });
      });
    await expect(emit("prj_missing", "A")).rejects.toThrow("There is no project prj_missing.");
    await expect(emit(projectId, 7)).rejects.toMatchObject({
      code: "invalid_request",
      problems: [{ path: "title", message: expect.any(String) }],
    });
  });
});
