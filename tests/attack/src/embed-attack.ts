import { setTimeout as delay } from "node:timers/promises";
import type { AnyOperation } from "@plugboard/api/contract";
import { createApiKey, createEmbedToken, renderComponent, revokeEmbedToken } from "@plugboard/api/routes";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import type { EmbedParty, EmbedScene } from "./embed-scene.ts";
import { harmlessBody, urlOf } from "./requests-from-contract.ts";
import type { TargetResponse } from "./start-target.ts";

const parts = ["marketplace", "settings", "block", "portal"] as const;
type Part = (typeof parts)[number];

const hostOrigin = "https://host.example";
const evilOrigin = "https://evil.example";
const componentId = "summary";
const createdSchema = z.object({ token: z.string(), url: z.string() });

/** The operations that the tokens of a part can call in their own organization, by method and path. */
const allowedPaths: Readonly<Record<Exclude<Part, "portal">, RegExp>> = {
  settings:
    /^(?:GET \/(?:embed-session|contract|organizations(?:\/\{organizationId\}(?:\/projects)?)?|spaces|sites|event-types(?:\/.*)?|integrations\/\{integration\}(?:\/(?:manifest|versions))?)|(?:GET|PATCH) \/installations\/\{installationId\}|\w+ \/installations\/\{installationId\}\/.*)$/,
  marketplace:
    /^(?:GET \/(?:embed-session|contract|organizations(?:\/\{organizationId\}(?:\/projects)?)?|spaces|sites|event-types(?:\/.*)?|integrations(?:\/\{integration\}(?:\/(?:manifest|versions))?)?|installations)|POST \/integrations\/\{integration\}\/installations|(?:GET|PATCH) \/installations\/\{installationId\}|\w+ \/installations\/\{installationId\}\/.*)$/,
  block:
    /^(?:GET \/(?:embed-session|contract|organizations|installations\/\{installationId\}\/select-options)|POST \/installations\/\{installationId\}\/components\/\{componentId\}\/render)$/,
};

function mayCall(part: Part, { access, portal, method, path }: AnyOperation): boolean {
  if (access === "anyone") return true;
  return part === "portal" ? portal !== undefined : allowedPaths[part].test(`${method} ${path}`);
}

/** Calls a product's operations and pages with embed tokens that don't allow it. */
export async function attackEmbeds(scene: EmbedScene): Promise<AttackReport> {
  const { url, operations, victim, neighbor, attacker } = scene;
  const breaches: string[] = [];
  let cases = 0;
  const note = (what: string, isRefused: boolean, { status, body }: TargetResponse): void => {
    cases += 1;
    if (status === 0 || status >= 500 || !isRefused)
      breaches.push(`${what}: ${status} ${body.slice(0, 200)}`);
  };
  const refuse = (what: string, response: TargetResponse): void =>
    note(what, response.status >= 400, response);
  const call = async (
    token: string,
    operation: Pick<AnyOperation, "method" | "path">,
    values: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<TargetResponse> => await send(token, urlOf(url, operation, values), operation.method, body);
  const create = async (party: EmbedParty, part: Part, changes: object = {}) => {
    const body = { ...creationOf(party, part), ...changes };
    const created = await call(party.key, createEmbedToken, party.values, body);
    if (created.status !== 201) throw new Error(`no token for ${part}: ${created.body}`);
    return createdSchema.parse(JSON.parse(created.body));
  };
  const createAll = async (party: EmbedParty) =>
    await Promise.all(parts.map(async (part) => ({ part, ...(await create(party, part)) })));

  const brief = await Promise.all(
    parts.map(async (part) => ({ part, ...(await create(victim, part, { lifetimeSeconds: 60 })) })),
  );
  const briefFrom = performance.now();
  const foreign = await createAll(attacker);
  const own = await createAll(victim);
  const ofVictim = Object.values(victim.values).filter((value) => !isShared(value, attacker));
  for (const operation of operations) {
    const body = victimBody(operation, victim);
    const at = victim.values;
    const isOpen = operation.access === "anyone";
    for (const { part, token } of foreign) {
      const response = await call(token, operation, at, body);
      const namesVictim = Object.keys(at).some((name) => operation.path.includes(`{${name}}`));
      const isRefused = response.status >= 400 || (!namesVictim && operation.method === "GET");
      note(`${operation.id} with another organization's ${part}`, isRefused || isOpen, response);
      if (response.status < 400 && !isOpen && ofVictim.some((value) => response.body.includes(value)))
        breaches.push(`${operation.id} with another organization's ${part} names the victim's data`);
    }
    for (const { part, token } of own)
      if (!mayCall(part, operation))
        refuse(`${operation.id} with the wrong part ${part}`, await call(token, operation, at, body));
  }

  const invalid = await invalidTokens(scene, own, create, async (token) => {
    await call(victim.key, revokeEmbedToken, victim.values, { token });
  });
  const refuseEverywhere = async (tokens: readonly (readonly [string, string])[]): Promise<void> => {
    for (const operation of operations)
      for (const [name, token] of tokens)
        if (operation.access !== "anyone")
          refuse(
            `${operation.id} with ${name}`,
            await call(token, operation, victim.values, victimBody(operation, victim)),
          );
  };
  await refuseEverywhere(invalid);

  // Another installation or resource of the same organization.
  const beside = { ...victim.values, ...neighbor.values };
  for (const { part, token } of own)
    for (const operation of operations) {
      const isBound = part === "settings" || part === "block";
      if (isBound && operation.path.includes("{installationId}") && operation.access !== "anyone")
        refuse(
          `${operation.id} of another installation with ${part}`,
          await call(token, operation, beside, victimBody(operation, victim)),
        );
    }
  const ofResource = await create(victim, "block", victim.resource);
  const ofNone = await create(victim, "block");
  const render = async (token: string, values: Readonly<Record<string, string>>, resource: object) =>
    await call(
      token,
      renderComponent,
      { ...values, componentId },
      {
        context: { type: "document", theme: "light", ...resource },
      },
    );
  const rendered = await render(ofResource.token, victim.values, victim.resource);
  if (rendered.status >= 500 || rendered.status === 403)
    breaches.push(`the own resource can't be rendered: ${rendered.status} ${rendered.body.slice(0, 200)}`);
  for (const [name, resource] of [
    ["another resource", neighbor.resource],
    ["another organization's resource", attacker.resource],
    ["no resource", {}],
  ] as const)
    refuse(`a block for ${name}`, await render(ofResource.token, victim.values, resource));
  for (const { resource } of [victim, neighbor, attacker])
    refuse("a block without a resource", await render(ofNone.token, victim.values, resource));
  for (const values of [attacker.values, { ...victim.values, ...neighbor.values }])
    refuse("a block of another installation", await render(ofResource.token, values, victim.resource));

  // Tokens that no one can create.
  for (const part of parts) {
    const body = creationOf(victim, part);
    refuse(
      `${part} created for a foreign organization`,
      await call(attacker.key, createEmbedToken, victim.values, body),
    );
    for (const { token, part: of } of [...own, ...foreign])
      refuse(`${part} created with ${of}`, await call(token, createEmbedToken, victim.values, body));
  }
  for (const changes of [{ installationId: victim.values["installationId"] }, victim.resource])
    refuse(
      `a block of ${Object.keys(changes).join()} of others`,
      await call(attacker.key, createEmbedToken, attacker.values, {
        ...creationOf(attacker, "block"),
        ...changes,
      }),
    );
  for (const { token } of own)
    refuse(
      "a token revoked by others",
      await call(attacker.key, revokeEmbedToken, attacker.values, { token }),
    );
  for (const { token, part } of own)
    refuse(
      `an API key created with ${part}`,
      await call(token, createApiKey, victim.values, { name: "Key", role: "owner" }),
    );

  // Pages of other sites.
  const evil = await Promise.all(
    parts.map(async (part) => (await create(attacker, part, { origins: [evilOrigin] })).url),
  );
  const frames = evil.map((each) => new URL(each).searchParams.get("frame") ?? "");
  for (const each of own) {
    const page = new URL(each.url);
    const shown = await send(undefined, page.href);
    cases += 1;
    if (!framersOf(shown).includes(hostOrigin) || framersOf(shown).includes(evilOrigin))
      breaches.push(`the frame of ${each.part} allows ${framersOf(shown)}`);
    for (const frame of [...frames, each.token, each.token.slice(4), "", `${evilOrigin} `]) {
      page.searchParams.set("frame", frame);
      const response = await send(undefined, page.href);
      note(
        `the page of ${each.part} in another site`,
        !framersOf(response).includes("example") && !response.body.includes(evilOrigin),
        response,
      );
    }
  }
  // The shortest lifetime of a token is a minute.
  await delay(Math.max(0, briefFrom + 61_000 - performance.now()));
  await refuseEverywhere(brief.map(({ part, token }) => [`an expired ${part}`, token]));
  return {
    name: `embed tokens, ${scene.name}`,
    cases,
    breaches,
    figures: `${operations.length} operations`,
  };
}

type Created = z.infer<typeof createdSchema>;

/** Returns tokens that are revoked, altered or of another kind, by their names. */
async function invalidTokens(
  { victim }: EmbedScene,
  own: readonly (Created & { readonly part: Part })[],
  create: (party: EmbedParty, part: Part, changes?: object) => Promise<Created>,
  revoke: (token: string) => Promise<void>,
): Promise<(readonly [string, string])[]> {
  const revoked = await Promise.all(parts.map((part) => create(victim, part)));
  for (const { token } of revoked) await revoke(token);
  return [
    ...revoked.map(({ token }, index) => [`a revoked ${parts[index]}`, token] as const),
    ...own.flatMap(({ part, token, url }) => {
      const body = token.slice(4);
      const others = ["pbe_", "pbp_", "pbk_", "whpoll_", ""].filter((prefix) => `${prefix}${body}` !== token);
      const middle = Math.floor(token.length / 2);
      const flipped = token[middle] === "A" ? "B" : "A";
      return [
        ...others.map((prefix) => [`${part} as another kind ${prefix}`, prefix + body] as const),
        [`an altered ${part}`, token.slice(0, middle) + flipped + token.slice(middle + 1)] as const,
        [`the frame of ${part}`, `pbe_${new URL(url).searchParams.get("frame")}`] as const,
      ];
    }),
  ];
}

function creationOf({ userId, values }: EmbedParty, part: Part): object {
  const installationId = values["installationId"];
  return {
    part,
    origins: [hostOrigin],
    ...(part !== "portal" && { userId }),
    ...((part === "settings" || part === "block") && { installationId }),
    ...(part === "block" && { componentId }),
  };
}

function victimBody(operation: AnyOperation, victim: EmbedParty): unknown {
  const body = harmlessBody(operation);
  const isNamed = Object.hasOwn(Object(body), "organization");
  return isNamed ? { ...Object(body), organization: victim.values["organizationId"] } : body;
}

/** Both parties have the same person and names. */
function isShared(value: string, { values, userId }: EmbedParty): boolean {
  return Object.values(values).includes(value) || value === userId;
}

function framersOf({ headers }: TargetResponse): string {
  const policy = String(headers["content-security-policy"] ?? "");
  return /frame-ancestors ([^;]*)/.exec(policy)?.[1] ?? "anyone.example";
}

async function send(
  token: string | undefined,
  url: string,
  method = "GET",
  body?: unknown,
): Promise<TargetResponse> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
