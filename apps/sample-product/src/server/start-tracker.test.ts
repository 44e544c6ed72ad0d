import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import { listOrganizations } from "@plugboard/api/routes";
import {
  createResourceInstallationFeature,
  createSecretBox,
  installIntegration,
  installIntoResource,
  type PlatformStorage,
  publishIntegration,
  withoutTenantScope,
} from "@plugboard/platform";
import { openPostgresStorage } from "@plugboard/platform/postgres";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { findRevealedResources, type Foreigner } from "@plugboard/platform/testing";
import { serve } from "@plugboard/runtime/node";
import { createTestDatabase } from "@plugboard/test-postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { command, start } from "../../../../tests/samples/src/cli-process.ts";
import { integration as issueSummary } from "../../integrations/issue-summary/integration.ts";
import { contract } from "../contract.ts";
import { tracker, type TrackerTables } from "../tracker.ts";
import { bundleSource, installSamples, publishSamples } from "./publish-samples.ts";
import { findSampleProject, type SampleProject, seedTracker } from "./seed-tracker.ts";
import { startTracker, type TrackerServer } from "./start-tracker.ts";

const issueSchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.string(),
  labels: z.array(z.string()),
});

const pageSchema = z.object({
  items: z.array(z.object({ title: z.string() })),
  next: z.string().optional(),
});

const ada = { email: "ada@example.com", name: "Ada", password: "correct horse" };
const eve = { email: "eve@example.com", name: "Eve", password: "battery staple" };

describe.each(["SQLite", "PostgreSQL"])("the tracker on %s", (database) => {
  const errors: unknown[] = [];
  let storage: PlatformStorage | undefined;
  let server: TrackerServer | undefined;
  let stopSamples: (() => Promise<void>) | undefined;
  let acme: SampleProject = { organizationId: "", projectId: "" };
  let other = acme;

  beforeAll(async () => {
    const secretBox = createSecretBox(randomBytes(32));
    const onError = (error: unknown) => void errors.push(error);
    const shared = { secretBox, product: tracker, requiresScope: true };
    storage =
      database === "SQLite"
        ? await openSqliteStorage({ folder: ":memory:", ...shared })
        : await openPostgresStorage({
            connectionString: await createTestDatabase(),
            onError: () => {},
            ...shared,
          });
    const { platform } = (server = await startTracker({ storage, secretBox, port: 0, onError }));
    await withoutTenantScope("start", async () => {
      acme = await seedTracker(platform, "acme", ada);
      other = await seedTracker(platform, "other", eve);
      stopSamples = await publishSamples(platform);
      await installSamples(platform, acme);
    });
  });
  afterAll(async () => {
    await server?.close();
    await stopSamples?.();
    await storage?.close();
  });

  const urlOf = (path: string) => `${server?.url}${path}`;

  async function signIn({ email, password }: Pick<typeof ada, "email" | "password">): Promise<string> {
    const response = await fetch(urlOf("/sign-in"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(204);
    return /session=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";
  }

  async function call(cookie: string, method: string, path: string, body?: object): Promise<Response> {
    return await fetch(urlOf(`/v1${path}`), {
      method,
      headers: {
        cookie,
        origin: urlOf(""),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }

  const open = async (cookie: string, title: string) => {
    const response = await call(cookie, "POST", `/projects/${acme.projectId}/issues`, { title });
    expect(response.status).toBe(201);
    return issueSchema.parse(await response.json());
  };
  const labelsOf = async (cookie: string, id: string) => {
    const response = await call(cookie, "GET", `/projects/${acme.projectId}/issues/${id}`);
    return issueSchema.parse(await response.json()).labels;
  };

  it("delivers an opened issue to an integration, which labels it with its scoped token", async () => {
    const cookie = await signIn(ada);
    const { id } = await open(cookie, "Login fails");
    await expect.poll(() => labelsOf(cookie, id), { timeout: 30_000 }).toEqual(["bug"]);
    const closed = await call(cookie, "POST", `/projects/${acme.projectId}/issues/${id}/close`);
    expect(issueSchema.parse(await closed.json())).toMatchObject({ state: "closed", labels: ["bug"] });
    expect(errors).toEqual([]);
  });

  it("renders a component inside an issue, and unfurls links", async () => {
    const cookie = await signIn(ada);
    const { id } = await open(cookie, "Dark theme");
    const issue = `/projects/${acme.projectId}/issues/${id}`;
    const panels = await call(cookie, "GET", `${issue}/panels`);
    expect(await panels.json()).toMatchObject({
      items: [
        {
          integration: "issue-summary",
          component: "summary",
          response: { element: { children: [{ title: "Dark theme" }, { type: "text" }] } },
        },
      ],
    });
    const url = "https://status.example.com/incidents/7";
    const unfurled = await call(cookie, "POST", `${issue}/links`, { url });
    expect(await unfurled.json()).toEqual({
      integration: "issue-summary",
      component: "incident",
      props: { id: "7" },
    });
    const unsupported = await call(cookie, "POST", `${issue}/links`, { url: "https://example.com/" });
    expect(unsupported.status).toBe(404);
  });

  it("gets an integration installed and followed from the command line", {
    timeout: 120_000,
    tags: ["night"],
  }, async () => {
    const cookie = await signIn(ada);
    const organization = `/organizations/${acme.organizationId}`;
    const key = await call(cookie, "POST", `${organization}/api-keys`, { name: "Author", role: "admin" });
    const { token } = z.object({ token: z.string() }).parse(await key.json());
    const added = await call(cookie, "POST", `${organization}/projects`, { title: "Second" });
    const { id } = z.object({ id: z.string() }).parse(await added.json());
    const cwd = fileURLToPath(new URL("../../integrations/label-triage", import.meta.url));
    const env = { ...process.env, PLUGBOARD_SERVER: urlOf(""), PLUGBOARD_TOKEN: token };
    const run = async (...args: readonly string[]) => {
      const child = start([...command, ...args, "--json"], { cwd, env });
      await child.exited;
      return JSON.parse(child.output().trim().split("\n").at(-1) ?? "");
    };
    expect(await run("install", "--resource", `project:${id}`)).toMatchObject({
      isNew: false,
      projects: expect.arrayContaining([acme.projectId, id]),
    });
    expect(await run("install", "--resource", "board:brd_1")).toMatchObject({
      error: { code: "usage", message: "The server has no resources of the kind board." },
    });
    expect(await run("install", "--space", "all")).toMatchObject({
      error: { code: "usage", message: "The server has no resources of the kind space." },
    });
    const sample = ["trigger", "issue_opened", "--resource"];
    expect(await run(...sample, `project:${id}`, "--title", "Export fails")).toMatchObject({
      type: "issue_opened",
      fields: { projectId: id, title: "Export fails" },
    });
    expect(await run(...sample, "projects:prj_1")).toMatchObject({
      error: { code: "usage", next: "Did you mean project?" },
    });
    expect(await run(...sample, `project:${other.projectId}`)).toMatchObject({
      error: { message: expect.stringContaining(`There is no project ${other.projectId}`) },
    });
    expect(await run("trigger", "issue_open")).toMatchObject({
      error: { code: "usage", next: "Did you mean issue_opened?" },
    });
    await open(cookie, "Export fails");
    const tail = start([...command, "tail", "--json"], { cwd, env });
    await tail.waitFor((line) => line.includes('"type":"issue_opened"'));
    tail.interrupt();
    expect(await tail.exited).toBe(0);
  });

  it("asks integrations with its own request", async () => {
    const cookie = await signIn(ada);
    const { id } = await open(cookie, "Login fails");
    const response = await call(cookie, "GET", `/projects/${acme.projectId}/issues/${id}/estimates`);
    expect(await response.json()).toMatchObject({ items: [{ hours: 2 }] });
  });

  it("rejects a script with an unknown event, request or target, or for another product", async () => {
    const { platform } = server ?? {};
    if (platform === undefined) throw new Error("the tracker runs");
    const publish = (
      name: string,
      handler: string,
      scopes = "[issues:read]",
      target = "project",
      product = "tracker",
    ) =>
      withoutTenantScope("start", async () => {
        const manifest = [
          `name: ${name}`,
          "title: Estimates",
          "description: Estimates issues.",
          "organization: acme",
          "visibility: private",
          `product: ${product}`,
          `scopes: ${scopes}`,
          `target: ${target}`,
        ].join("\n");
        const bundle = await bundleSource(
          `import { createIntegration } from "@plugboard/runtime";
          export default createIntegration({ ${handler}: () => new Response() });`,
        );
        return await publishIntegration(platform, { name, manifest, bundle });
      });
    await expect(publish("estimates", "fetch_estimates")).rejects.toMatchObject({
      code: "invalid_manifest",
      message: expect.stringContaining(
        'The code handles an unknown request: "fetch_estimates" is not a request. Did you mean "fetch_estimate"?',
      ),
    });
    await expect(publish("estimates", "fetch_published_script")).rejects.toMatchObject({
      message: expect.stringContaining("Write one of fetch_estimate, fetch_webhook_payload."),
    });
    await expect(publish("estimates", "fetch_estimate", "[]")).rejects.toMatchObject({
      message: expect.stringContaining('needs the scope "issues:read". Add it here.'),
    });
    await expect(publish("estimates", "fetch_estimate", "[issues:read]", "projects")).rejects.toMatchObject({
      code: "invalid_manifest",
      message: expect.stringContaining('Did you mean "project"?'),
    });
    await expect(
      publish("estimates", "fetch_estimate", "[issues:read, deals:read]", "project", "crm"),
    ).rejects.toMatchObject({
      problems: [
        { message: expect.stringContaining('for the product "crm", but this platform hosts "tracker"') },
        { message: expect.stringContaining('"deals:read" is not an allowed value.') },
      ],
    });
    await expect(publish("estimates", "events: { deal_won() {} }, fetch_estimate")).rejects.toMatchObject({
      problems: [
        {
          message: expect.stringContaining('The code handles an unknown event: "deal_won" is not an event.'),
        },
      ],
    });
    expect((await publish("estimates", "fetch_estimate")).warnings).toEqual([]);
  });

  it("counts visitors of the public status page", async () => {
    const cookie = await signIn(ada);
    const { id } = await open(cookie, "<b>Search</b> is down");
    await expect.poll(() => labelsOf(cookie, id), { timeout: 30_000 }).toEqual(["incident"]);
    const visit = async (cookie = "") => {
      const response = await fetch(urlOf(`/status/${acme.projectId}`), { headers: { cookie } });
      const visited = /visited=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0];
      return { text: await response.text(), visited };
    };
    const first = await visit();
    expect(first.text).toContain("<li>&#60;b&#62;Search&#60;/b&#62; is down</li>");
    expect(first.text).not.toContain("Dark theme");
    expect((await visit(first.visited)).text).toContain("1 visitor today");
    expect((await visit()).text).toContain("2 visitors today");
    const rows = await withoutTenantScope(
      "start",
      async () =>
        await server?.platform.db.withTables<TrackerTables>().selectFrom("status_days").selectAll().execute(),
    );
    expect(rows).toMatchObject([{ project_id: acme.projectId, visitors: 2 }]);
    expect((await fetch(urlOf("/status/prj_missing"))).status).toBe(404);
  });

  it("keeps organizations apart", async () => {
    const cookie = await signIn(eve);
    const [ofAcme, own] = [`/projects/${acme.projectId}`, `/projects/${other.projectId}`];
    const { id } = await open(await signIn(ada), "Secret");
    expect((await call(cookie, "GET", `${own}/issues`)).status).toBe(200);
    expect((await call(cookie, "GET", `${ofAcme}/issues`)).status).toBe(404);
    expect((await call(cookie, "POST", `${ofAcme}/issues`, { title: "Theirs" })).status).toBe(404);
    expect((await call(cookie, "GET", `${own}/issues/${id}`)).status).toBe(404);
    expect((await call(cookie, "POST", `${own}/issues/${id}/labels`, { label: "bug" })).status).toBe(404);
    const listed = await call(cookie, "GET", `/organizations/${other.organizationId}/projects`);
    expect(await listed.json()).toEqual({ items: [{ id: other.projectId, title: "Website" }] });
  });

  it("installs an integration in a project, and removes it", async () => {
    const cookie = await signIn(ada);
    const created = await call(cookie, "POST", `/organizations/${acme.organizationId}/projects`, {
      title: "App",
    });
    const { id: projectId } = z.object({ id: z.string() }).parse(await created.json());
    const list = await call(cookie, "GET", "/installations");
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string(), integration: z.string() })) })
      .parse(await list.json());
    const triage = items.find(({ integration }) => integration === "label-triage")?.id ?? "";
    const path = `/installations/${triage}/projects/${projectId}`;
    expect((await call(cookie, "PUT", path)).status).toBe(201);
    expect((await call(cookie, "PUT", path)).status).toBe(409);
    expect((await call(cookie, "DELETE", path)).status).toBe(204);
    expect((await call(await signIn(eve), "PUT", path)).status).toBe(404);
    const theirs = `/installations/${triage}/projects/${other.projectId}`;
    expect((await call(await signIn(eve), "PUT", theirs)).status).toBe(404);
  });

  it("sends an endpoint of a project the events of that project only", async () => {
    const cookie = await signIn(ada);
    const json = async (method: string, path: string, body?: object) =>
      z
        .looseObject({ id: z.string().optional() })
        .parse(await (await call(cookie, method, path, body)).json());
    const { id: projectId } = await json("POST", `/organizations/${acme.organizationId}/projects`, {
      title: "Watched",
    });
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string(), integration: z.string() })) })
      .parse(await json("GET", "/installations"));
    const triage = `/installations/${items.find(({ integration }) => integration === "label-triage")?.id}`;
    const create = (limits: object) =>
      json("POST", `${triage}/webhook-endpoints`, { polling: true, eventTypes: ["issue_opened"], ...limits });
    const isNotIn = (id = "") => ({
      status: 400,
      detail: expect.stringContaining(`is not in project ${id}`),
    });
    expect(await create({ projectId })).toMatchObject(isNotIn(projectId));
    await call(cookie, "PUT", `${triage}/projects/${projectId}`);
    expect(await create({ projectId: other.projectId })).toMatchObject(isNotIn(other.projectId));
    expect(await create({ projectId: "prj_none" })).toMatchObject(isNotIn("prj_none"));
    const resource = { kind: "project", id: acme.projectId };
    expect(await create({ projectId, resource })).toMatchObject({
      status: 400,
      detail: "resource cannot be combined with projectId: create an endpoint for each.",
    });
    const { id, ...endpoint } = await create({ projectId });
    expect(endpoint).toMatchObject({ projectId });
    await open(cookie, "Elsewhere");
    await json("POST", `/projects/${projectId}/issues`, { title: "Here" });
    const polled = await json("POST", `${triage}/webhook-endpoints/${id}/poll`, { waitSeconds: 20 });
    expect(polled["items"]).toMatchObject([{ body: expect.stringContaining('"title":"Here"') }]);
    await call(cookie, "DELETE", `${triage}/webhook-endpoints/${id}`);
  });

  it("lists issues and projects in pages, newest issues first", async () => {
    const cookie = await signIn(eve);
    const { organizationId } = other;
    const readAll = async (path: string) => {
      const titles: string[] = [];
      for (let next: string | undefined = ""; next !== undefined; ) {
        const cursor: string = next === "" ? "" : `&cursor=${encodeURIComponent(next)}`;
        const response = await call(cookie, "GET", `${path}?limit=2${cursor}`);
        const page = pageSchema.parse(await response.json());
        expect(page.items.length).toBeLessThanOrEqual(2);
        titles.push(...page.items.map(({ title }) => title));
        next = page.next;
      }
      return titles;
    };
    const created = await call(cookie, "POST", `/organizations/${organizationId}/projects`, { title: "App" });
    const { id } = z.object({ id: z.string() }).parse(await created.json());
    for (const title of ["one", "two", "three", "four", "five"])
      await call(cookie, "POST", `/projects/${id}/issues`, { title });
    const titles = await readAll(`/projects/${id}/issues`);
    expect(titles.toSorted()).toEqual(["five", "four", "one", "three", "two"]);
    await call(cookie, "POST", `/organizations/${organizationId}/projects`, { title: "Shop" });
    expect((await readAll(`/organizations/${organizationId}/projects`)).toSorted()).toEqual([
      "App",
      "Shop",
      "Website",
    ]);
  });

  it("has a client with the types of its contract", async () => {
    const cookie = await signIn(ada);
    const api = createApiClient({
      endpoint: urlOf("/v1"),
      session: true,
      contract,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set("cookie", cookie);
        headers.set("origin", urlOf(""));
        return await fetch(input, { ...init, headers });
      },
    });
    const params = { projectId: acme.projectId };
    const { id, state } = await api.call("openIssue", { params, body: { title: "Typed" } });
    expect(state).toBe("open");
    await api.call("labelIssue", { params: { ...params, issueId: id }, body: { label: "ui" } });
    const labels: string[] = [];
    for await (const issue of api.list("listIssues", { params, query: { limit: 2 } }))
      if (issue.id === id) labels.push(...issue.labels);
    expect(labels).toContain("ui");
    const { items } = await api.call(listOrganizations);
    expect(items.map((organization) => organization.id)).toContain(acme.organizationId);
    const missing = api.call("getIssue", { params: { ...params, issueId: "iss_missing" } });
    await expect(missing).rejects.toMatchObject({ code: "not_found" });
    const untyped = async (): Promise<void> => {
      // @ts-expect-error the contract has no such operation
      await api.call("deleteIssue", { params });
      // @ts-expect-error the path needs the issue
      await api.call("getIssue", { params });
      // @ts-expect-error the body has another shape
      await api.call("openIssue", { params, body: { text: "No title" } });
      // @ts-expect-error this is no list
      api.list("getIssue", { params: { ...params, issueId: id } });
    };
    expect(untyped).toBeTypeOf("function");
  });

  it("describes its operations in the OpenAPI document", async () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fetch(urlOf("/v1/openapi.json"))).json());
    expect(paths["/projects/{projectId}/issues"]).toMatchObject({
      post: { operationId: "openIssue", parameters: [{ name: "projectId", in: "path" }] },
    });
  });

  it("reveals nothing to other organizations, in its own operations and in the platform's", async () => {
    const { platform } = server ?? {};
    if (platform === undefined) throw new Error("the tracker runs");
    const cookies = { ada: await signIn(ada), eve: await signIn(eve) };
    const { id: issueId } = await open(cookies.ada, "Secret");
    const openOwn = await call(cookies.eve, "POST", `/projects/${other.projectId}/issues`, { title: "Own" });
    const own = { ...other, issueId: issueSchema.parse(await openOwn.json()).id };
    const integration = "issue-notes";
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const host = await serve(issueSummary, { port: 0, hostname: "127.0.0.1", env });
    const { ofAcme, ofOther, token } = await withoutTenantScope("start", async () => {
      await publishIntegration(platform, {
        name: integration,
        manifest: [
          `name: ${integration}`,
          "title: Notes",
          "description: Notes on issues.",
          "organization: other",
          "visibility: private",
          "product: tracker",
          "scopes: [issues:read, issues:write]",
        ].join("\n"),
        url: `http://127.0.0.1:${host.port}`,
        signingSecret,
      });
      const { id: ofOther } = await installIntegration(platform, integration, other.organizationId);
      await installIntoResource(platform, ofOther, "project", other.projectId);
      const ofAcme = await platform.db
        .selectFrom("installations")
        .select("id")
        .where("organization_id", "=", acme.organizationId)
        .where("integration", "=", "issue-summary")
        .executeTakeFirstOrThrow();
      const scopes = ["issues:read", "issues:write"];
      const token = await platform.tokens.issue({ integration, installation: ofOther, scopes });
      return { ofAcme: ofAcme.id, ofOther, token };
    });
    await host.close();
    const theirs = { ...acme, issueId, installationId: ofAcme };
    const known = Object.keys(theirs);
    const all: readonly AnyOperation[] = [
      ...operationsOf(contract),
      ...Object.values(createResourceInstallationFeature(contract).operations),
    ].filter(({ path }) =>
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name).every((name) => known.includes(name)),
    );
    const foreigner = (name: string, headers: Record<string, string>): Foreigner<AnyOperation> => ({
      name,
      call: async ({ method, path, example }, ids) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? "");
        const hasBody = "body" in example && example.body !== undefined;
        const response = await fetch(urlOf(`/v1${filled}`), {
          method,
          headers: {
            ...headers,
            origin: urlOf(""),
            ...(hasBody && { "content-type": "application/json" }),
          },
          ...(hasBody && { body: JSON.stringify(example.body) }),
        });
        return { status: response.status, text: await response.text() };
      },
    });
    const organizations = { own: { ...own, installationId: ofOther }, theirs };
    const revealed = await findRevealedResources({
      operations: all,
      foreigners: [
        foreigner("eve", { cookie: cookies.eve }),
        foreigner("integration", { authorization: `Bearer ${token}` }),
      ],
      ...organizations,
    });
    expect(revealed).toEqual([]);
    // A member sees the difference.
    const revealedToMember = await findRevealedResources({
      operations: [contract.operations.getIssue],
      foreigners: [foreigner("ada", { cookie: cookies.ada })],
      ...organizations,
    });
    expect(revealedToMember).toMatchObject([
      { parameters: ["projectId"] },
      { parameters: ["projectId", "issueId"] },
    ]);
    expect(all.length).toBeGreaterThan(Object.keys(contract.operations).length + 20);
    expect(await labelsOf(cookies.ada, issueId)).toEqual([]);
  });

  it("refuses wrong passwords, ended sessions, and changes from other sites", async () => {
    const wrong = await fetch(urlOf("/sign-in"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: ada.email, password: "wrong" }),
    });
    expect(wrong.status).toBe(401);
    const json = "application/json";
    for (const [body, type, status] of [
      ["{}", json, 400],
      ["{", json, 400],
      ["email=ada", "text/plain", 415],
      [JSON.stringify({ email: "a".repeat(5000) }), json, 413],
    ] as const) {
      const headers = { "content-type": type };
      const rejected = await fetch(urlOf("/sign-in"), { method: "POST", headers, body });
      expect([body.slice(0, 9), rejected.status]).toEqual([body.slice(0, 9), status]);
    }
    const issues = `/v1/projects/${acme.projectId}/issues`;
    expect((await fetch(urlOf(issues), { headers: { cookie: "session=none" } })).status).toBe(401);
    const forged = await fetch(urlOf(issues), {
      method: "POST",
      headers: {
        cookie: await signIn(ada),
        origin: "https://evil.example.com",
        "content-type": "application/json",
      },
      body: JSON.stringify({ title: "Forged" }),
    });
    expect(forged.status).toBe(403);
  });
});

it("seeds again after its organization was removed", async () => {
  const secretBox = createSecretBox(randomBytes(32));
  const options = { folder: ":memory:", secretBox, product: tracker, requiresScope: true };
  const storage = await openSqliteStorage(options);
  const { platform, api, close } = await startTracker({ storage, secretBox, port: 0, onError: () => {} });
  await withoutTenantScope("start", async () => {
    const first = await seedTracker(platform, "acme", ada);
    await (await publishSamples(platform))();
    await installSamples(platform, first);
    expect(await findSampleProject(platform, "acme")).toEqual(first);
    await api.as({ type: "admin" }).deleteOrganization({ organizationId: first.organizationId });
    await seedTracker(platform, "other", eve);
    expect(await findSampleProject(platform, "acme")).toBeUndefined();
    const second = await seedTracker(platform, "acme", ada);
    await (await publishSamples(platform))();
    await installSamples(platform, second);
    expect(await findSampleProject(platform, "acme")).toEqual(second);
  });
  await close();
  await storage.close();
});

it("answers requests that arrive while it starts", async () => {
  const secretBox = createSecretBox(randomBytes(32));
  const options = { folder: ":memory:", secretBox, product: tracker, requiresScope: true };
  const storage = await openSqliteStorage(options);
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = z.object({ port: z.number() }).parse(free.address());
  free.close();
  await once(free, "close");
  const starting = startTracker({ storage, secretBox, port, onError: () => {} });
  const status = async () => (await fetch(`http://127.0.0.1:${port}/status/none`)).status;
  // Refused until the port is open, never answered with an error.
  await expect.poll(() => status().catch(() => undefined), { interval: 1 }).toBe(404);
  await (await starting).close();
  await storage.close();
});
