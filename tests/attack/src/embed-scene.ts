import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import {
  createApiKey,
  createInvitation,
  createOrganization,
  getSession,
  installIntegration,
  listOrganizations,
  publishIntegration,
} from "@plugboard/api/routes";
import { createSpace, listSpaces } from "@plugboard/content/routes";
import { createSecretBox, withoutTenantScope } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createIntegration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import { buildConsole } from "../../../apps/playground/src/build-pages.ts";
import { startProcessMetrics } from "../../../apps/reference-server/src/health/process-metrics.ts";
import { startServer } from "../../../apps/reference-server/src/server/start-server.ts";
import { parseServerConfig } from "../../../apps/reference-server/src/settings/parse-server-config.ts";
import { contract } from "../../../apps/sample-product/src/contract.ts";
import { seedTracker } from "../../../apps/sample-product/src/server/seed-tracker.ts";
import { startTracker } from "../../../apps/sample-product/src/server/start-tracker.ts";
import { tracker } from "../../../apps/sample-product/src/tracker.ts";
import { copyConsole } from "../../../scripts/copy-console.ts";
import { table } from "./requests-from-contract.ts";

/** Something that a token of the same organization doesn't name. */
interface Neighbor {
  /** The values of path parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** A resource by the field of its kind. */
  readonly resource: Readonly<Record<string, string>>;
}

/** An organization that creates embed tokens. */
export interface EmbedParty extends Neighbor {
  /** The token of an API key with the role `admin`. */
  readonly key: string;
  /** A member of both organizations. */
  readonly userId: string;
}

/** A server in this process, with an organization, its neighbor resources, and an attacking organization. */
export interface EmbedScene {
  readonly name: string;
  readonly url: string;
  readonly operations: readonly AnyOperation[];
  readonly victim: EmbedParty;
  readonly neighbor: Neighbor;
  readonly attacker: EmbedParty;
  /** Errors that the server reported. */
  readonly errors: readonly unknown[];
  readonly stop: () => Promise<void>;
}

type Call = (
  route: Pick<AnyOperation, "id" | "method" | "path">,
  params: Readonly<Record<string, string>>,
  body?: object,
) => Promise<unknown>;

const owner = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
const idSchema = z.looseObject({ id: z.string() });
const itemsSchema = z.looseObject({ items: z.array(idSchema) });
const keySchema = z.looseObject({ token: z.string() });

/** Starts the reference server with the scene. */
export async function stageReferenceServer(databaseUrl?: string): Promise<EmbedScene> {
  await buildConsole();
  const dataDir = await mkdtemp(join(tmpdir(), "attack-"));
  const metrics = startProcessMetrics();
  const errors: unknown[] = [];
  const adminToken = "admin-token-of-the-attacks";
  const config = {
    ...parseServerConfig({ PLUGBOARD_DATABASE_SUPERUSER: "allow" }),
    port: 0,
    adminToken,
    dataDir,
    databaseUrl,
  };
  const server = await startServer(config, metrics, (error) => errors.push(error), { settings: [] });
  const url = server.urls.console;
  const call = callerOf(url, { authorization: `Bearer ${adminToken}` });
  const [organization] = itemsSchema.parse(await call(listOrganizations, {})).items;
  const [space] = itemsSchema.parse(await call(listSpaces, {})).items;
  const organizationId = organization?.id ?? "";
  const other = { title: "Other", subdomain: "other" };
  const { id: otherId } = idSchema.parse(await call(createOrganization, {}, other));
  const createIn = async (id: string): Promise<string> =>
    idSchema.parse(await call(createSpace, {}, { organization: id, title: "Space" })).id;
  const staged = await stage(call, "spaceId", [
    { organizationId, subdomain: "acme", resources: [space?.id ?? "", await createIn(organizationId)] },
    { organizationId: otherId, subdomain: "other", resources: [await createIn(otherId)] },
  ]);
  const invitation = { email: owner.email, role: "owner" };
  const invited = keySchema.parse(await call(createInvitation, { organizationId: otherId }, invitation));
  const token = server.firstOwnerUrl?.split("#")[1];
  const post = async (path: string, body: object, cookie = "") =>
    await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify(body),
    });
  const claimed = await post("/auth/first-owner", { token, ...owner });
  const cookie = claimed.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const accepted = await post("/auth/invitations/accept", { token: invited.token }, cookie);
  if (!accepted.ok) throw new Error(`Ada is not a member: ${await accepted.text()}`);
  const session: unknown = await (await fetch(`${url}/v1${getSession.path}`, { headers: { cookie } })).json();
  const userId = z.looseObject({ person: idSchema }).parse(session).person.id;
  return {
    ...withPerson(staged, userId),
    name: "reference server",
    url,
    operations: table,
    errors,
    stop: async () => {
      await server.stop();
      await staged.stop();
      await metrics.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the sample product with the scene, and with a built console. */
export async function stageTracker(): Promise<EmbedScene> {
  await buildConsole();
  await copyConsole();
  const secretBox = createSecretBox(randomBytes(32));
  const options = { folder: ":memory:", secretBox, product: tracker, requiresScope: true };
  const storage = await openSqliteStorage(options);
  const errors: unknown[] = [];
  const server = await startTracker({ storage, secretBox, port: 0, onError: (error) => errors.push(error) });
  const seed = async (subdomain: string) =>
    await withoutTenantScope("start", () => seedTracker(server.platform, subdomain, owner));
  const [acme, other] = [await seed("acme"), await seed("other")];
  const signedIn = await fetch(`${server.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  const call = callerOf(server.url, { cookie, origin: server.url });
  const { createProject } = contract.operations;
  const { organizationId } = acme;
  const second = idSchema.parse(await call(createProject, { organizationId }, { title: "Second" }));
  const staged = await stage(call, "projectId", [
    { organizationId, subdomain: "acme", resources: [acme.projectId, second.id] },
    { organizationId: other.organizationId, subdomain: "other", resources: [other.projectId] },
  ]);
  const session: unknown = await (
    await fetch(`${server.url}/v1${getSession.path}`, { headers: { cookie } })
  ).json();
  const userId = z.looseObject({ person: idSchema }).parse(session).person.id;
  return {
    ...withPerson(staged, userId),
    name: "another product",
    url: server.url,
    operations: operationsOf(contract),
    errors,
    stop: async () => {
      await server.close();
      await staged.stop();
      await storage.close();
    },
  };
}

type Staged = Pick<EmbedScene, "neighbor"> & {
  readonly victim: Omit<EmbedParty, "userId">;
  readonly attacker: Omit<EmbedParty, "userId">;
};

function withPerson({ victim, attacker, neighbor }: Staged, userId: string) {
  return { neighbor, victim: { ...victim, userId }, attacker: { ...attacker, userId } };
}

interface OwnedResources {
  readonly organizationId: string;
  readonly subdomain: string;
  readonly resources: readonly string[];
}

/** Publishes and installs integrations of the victim and the attacker, and creates their API keys. */
async function stage(
  call: Call,
  field: string,
  [own, other]: readonly [OwnedResources, OwnedResources],
): Promise<Staged & { readonly stop: () => Promise<void> }> {
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const integration = createIntegration({ fetch: () => new Response("ok") });
  const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  const install = async (name: string, { organizationId, subdomain }: OwnedResources): Promise<string> => {
    const lines = "title: T\ndescription: D.\nvisibility: private\nscopes: []\n";
    const manifest = `name: ${name}\norganization: ${subdomain}\n${lines}`;
    const url = `http://127.0.0.1:${host.port}`;
    await call(publishIntegration, { integration: name }, { manifest, url, signingSecret });
    const installed = await call(installIntegration, { integration: name }, { organization: organizationId });
    return idSchema.parse(installed).id;
  };
  const party = async (name: string, owned: OwnedResources) => {
    const { organizationId, resources } = owned;
    const installationId = await install(name, owned);
    const created = await call(createApiKey, { organizationId }, { name: "Host", role: "admin" });
    const [first = ""] = resources;
    return {
      key: keySchema.parse(created).token,
      values: { organizationId, integration: name, installationId, [field]: first },
      resource: { [field]: first },
    };
  };
  const victim = await party("victim", own);
  const second = own.resources[1] ?? "";
  const neighbor = {
    values: { installationId: await install("neighbor", own), [field]: second },
    resource: { [field]: second },
  };
  return { victim, neighbor, attacker: await party("attacker", other), stop: () => host.close() };
}

function callerOf(url: string, headers: Readonly<Record<string, string>>): Call {
  return async ({ id, method, path }, params, body) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? "");
    const response = await fetch(`${url}/v1${filled}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${id} got ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
