import { keyScopes, platformEventTypes, scopes as platformScopes } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import type { AnyOperation, DeclaredEvent, ProductFields } from "@plugboard/api/contract";
import type * as z from "zod";
import { describeIssue } from "../common/describe-issue.ts";
import { invalidDefinition } from "../common/invalid-definition.ts";
import { platformParameters } from "../common/platform-parameters.ts";
import { claimRoutes } from "./claim-routes.ts";

/** A kind of resource that integrations are installed in, such as a project. */
export interface KindDeclaration {
  readonly title: string;
  /** The kind's name in paths, such as `projects`. */
  readonly plural: string;
  /** The kind that contains it. Defaults to the organization. */
  readonly within?: string | undefined;
  /** Organizations can limit installations to selected resources of this kind, and those within. One kind can be. */
  readonly selectable?: true | undefined;
}

/** A permission of integrations. */
export interface ScopeDeclaration {
  readonly description: string;
  /** Whether an integration needs the operator's grant to publish with it. */
  readonly internal?: true | undefined;
  /** Whether only the product's own code checks it. Otherwise an event, a request or an operation must need it. */
  readonly checkedInCode?: true | undefined;
  /** Former names. Manifests can use them with a warning. */
  readonly formerNames?: readonly string[] | undefined;
  /** Names of the same scope on other platforms. Manifests that use them get the right name as advice. */
  readonly foreignNames?: readonly string[] | undefined;
}

/** An event of the product. */
export interface EventDeclaration extends DeclaredEvent {
  /** The scope that an integration needs to receive it. Defaults to none. */
  readonly scope?: string | undefined;
  /** `false` if it reports a use of the resource, such as a page view, and no change. Clients then don't read again. */
  readonly changes?: false | undefined;
  /** Sample fields. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** A request of the product to integrations, which respond to it, such as for a script of a page. */
export interface RequestDeclaration {
  /** The kind of resource that the request is about. */
  readonly on: string;
  /** The scope that an integration needs to receive it. Defaults to none. */
  readonly scope?: string | undefined;
  readonly fields: z.ZodObject;
}

/** The declarations of a product. They contain no code, so that a console or a CLI can import them. */
export interface Contract {
  /** The product's name: lower-case letters, digits and dashes. */
  readonly name: string;
  /** In order of removal. */
  readonly kinds: Readonly<Record<string, KindDeclaration>>;
  readonly scopes?: Readonly<Record<string, ScopeDeclaration>> | undefined;
  readonly events?: Readonly<Record<string, EventDeclaration>> | undefined;
  /** By name, which starts with `fetch_`. */
  readonly requests?: Readonly<Record<string, RequestDeclaration>> | undefined;
  /** Fields in schemas of the platform. Defaults to none. */
  readonly fields?: ProductFields | undefined;
  readonly operations?: Readonly<Record<string, AnyOperation>> | undefined;
}

/** The declarations of a platform without a product. */
export const noProduct: Contract = { name: "platform", kinds: {} };

/**
 * Declares a product: the kinds of resources that integrations are installed in, its events, their scopes and
 * its API.
 *
 * @throws PlatformError `invalid_definition` with the name of the invalid declaration and how to fix it
 *
 * @example
 * import { defineContract } from "@plugboard/platform";
 * import * as z from "zod";
 *
 * const tracker = defineContract({
 *   name: "tracker",
 *   kinds: { project: { title: "Project", plural: "projects" } },
 *   events: {
 *     issue_opened: {
 *       on: "project",
 *       summary: "An issue was opened",
 *       fields: z.object({ issueId: z.string() }),
 *       sample: { issueId: "iss_1" },
 *     },
 *   },
 * });
 * console.log(Object.keys(tracker.events)); // [ 'issue_opened' ]
 */
export function defineContract<const Definition extends Contract>(definition: Definition): Definition {
  const contract: Contract = definition;
  if (!/^[a-z][a-z0-9-]*$/.test(contract.name))
    throw invalidDefinition(`The product's name ${contract.name} must match [a-z][a-z0-9-]*.`);
  checkKinds(contract);
  checkSelectable(contract);
  checkEvents(contract);
  checkRequests(contract);
  checkOperationNames(contract);
  checkAccess(contract);
  checkScopes(contract);
  claimRoutes(Object.values(contract.operations ?? {}));
  return definition;
}

/** The request for the payload of a webhook. */
const platformRequest = "fetch_webhook_payload";

/** The fields that the platform sets in events and requests about a kind of resource. */
function setFields(kind: string): readonly string[] {
  return ["eventId", "type", "installationId", `${kind}Id`];
}

/** The events that the platform generates for a kind. */
function generatedEvents(kind: string): readonly string[] {
  return [`${kind}_installation_setup`, `${kind}_installation_deleted`];
}

/** The kinds of the platform itself; an integration also has settings for its account. */
const reservedKinds: ReadonlySet<string> = new Set(["organization", "account"]);
const reservedParameters: ReadonlySet<string> = new Set(platformParameters);
const namePattern = /^[a-z][a-z0-9_]*$/;
const pluralPattern = /^[a-z][a-z0-9-]*$/;

function parametersOf(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}

function checkKinds({ kinds }: Contract): void {
  const plurals = new Map<string, string>();
  for (const [kind, { plural, within }] of Object.entries(kinds)) {
    if (!namePattern.test(kind))
      throw invalidDefinition(`The kind ${kind} must match ${namePattern.source}.`);
    if (reservedKinds.has(kind))
      throw invalidDefinition(`The kind ${kind} has the name of a kind of the platform. Rename it.`);
    if (reservedParameters.has(`${kind}Id`)) {
      throw invalidDefinition(
        `The kind ${kind} has the name of a path parameter of the platform, ${kind}Id. Rename it.`,
      );
    }
    if (!pluralPattern.test(plural))
      throw invalidDefinition(
        `The kind ${kind} has the plural ${plural}, which must match ${pluralPattern.source}.`,
      );
    if (within !== undefined && !Object.hasOwn(kinds, within)) {
      throw invalidDefinition(
        `The kind ${kind} is within ${within}, which is not declared. Declare it or remove \`within\`.`,
      );
    }
    const other = plurals.get(plural);
    if (other !== undefined)
      throw invalidDefinition(`The kinds ${other} and ${kind} have the same plural ${plural}. Change one.`);
    plurals.set(plural, kind);
    checkCycle(kinds, kind);
  }
}

function checkSelectable({ kinds }: Contract): void {
  const [first, second] = Object.keys(kinds).filter((kind) => kinds[kind]?.selectable === true);
  if (first !== undefined && second !== undefined)
    throw invalidDefinition(`The kinds ${first} and ${second} are both selectable. Choose one.`);
}

function checkCycle(kinds: Contract["kinds"], start: string): void {
  const path = [start];
  for (let kind = kinds[start]?.within; kind !== undefined; kind = kinds[kind]?.within) {
    if (path.includes(kind)) {
      throw invalidDefinition(
        `The kinds ${[...path, kind].join(" → ")} contain each other. Remove one \`within\`.`,
      );
    }
    path.push(kind);
  }
}

function checkEvents({ kinds, events = {}, scopes = {} }: Contract): void {
  const declared = new Set<string>([...platformScopes, ...Object.keys(scopes)]);
  const taken = new Set<string>([...platformEventTypes, ...Object.keys(kinds).flatMap(generatedEvents)]);
  for (const [type, { on, scope, fields, sample }] of Object.entries(events)) {
    if (type.includes("."))
      throw invalidDefinition(
        `The event ${type} has a dot, which only custom events have. Write ${type.replaceAll(".", "_")}.`,
      );
    if (!namePattern.test(type))
      throw invalidDefinition(`The event ${type} must match ${namePattern.source}.`);
    if (taken.has(type) || /(?:^|_)installation_(?:setup|deleted)$/.test(type))
      throw invalidDefinition(`The event ${type} has the name of an event of the platform. Rename it.`);
    if (/^(?:fetch(?:_.*)?|tool_call)$/.test(type))
      throw invalidDefinition(`The event ${type} has the name of a request to integrations. Rename it.`);
    if (on !== "organization" && !Object.hasOwn(kinds, on))
      throw invalidDefinition(
        `The event ${type} is on ${on}, which is not a kind. Declare the kind or change \`on\`.`,
      );
    if (scope !== undefined && !declared.has(scope))
      throw invalidDefinition(
        `The event ${type} needs the scope ${scope}, which is not declared. Declare it.`,
      );
    const set = setFields(on).find((name) => Object.hasOwn(fields.shape, name));
    if (set !== undefined)
      throw invalidDefinition(`The event ${type} has the field ${set}, which the platform sets. Rename it.`);
    const { error } = fields.safeParse(sample, { error: describeIssue });
    const [issue] = error?.issues ?? [];
    if (issue !== undefined) {
      const at = ["sample", ...issue.path].join(".");
      throw invalidDefinition(
        `The event ${type} has a sample that does not parse: ${at}: ${issue.message}. Fix it.`,
      );
    }
  }
}

function checkRequests({ kinds, requests = {}, scopes = {} }: Contract): void {
  const declared = new Set<string>([...platformScopes, ...Object.keys(scopes)]);
  for (const [type, { on, scope, fields }] of Object.entries(requests)) {
    if (!/^fetch_[a-z0-9_]+$/.test(type))
      throw invalidDefinition(`The request ${type} must match fetch_[a-z0-9_]+. Rename it.`);
    if (type === platformRequest)
      throw invalidDefinition(`The request ${type} has the name of a request of the platform. Rename it.`);
    if (!Object.hasOwn(kinds, on))
      throw invalidDefinition(
        `The request ${type} is on ${on}, which is not a kind. Declare the kind or change \`on\`.`,
      );
    if (scope !== undefined && !declared.has(scope))
      throw invalidDefinition(
        `The request ${type} needs the scope ${scope}, which is not declared. Declare it.`,
      );
    const set = setFields(on).find((name) => Object.hasOwn(fields.shape, name));
    if (set !== undefined)
      throw invalidDefinition(
        `The request ${type} has the field ${set}, which the platform sets. Rename it.`,
      );
  }
}

/** The methods of clients, next to which each operation has its own. */
const clientMethods: Readonly<Record<keyof ApiClient, true>> = { call: true, list: true };

function checkOperationNames({ operations = {} }: Contract): void {
  const taken = Object.keys(operations).find((id) => Object.hasOwn(clientMethods, id));
  if (taken !== undefined)
    throw invalidDefinition(`The operation ${taken} has the name of a method of API clients. Rename it.`);
}

function checkAccess({ kinds, scopes = {}, operations = {} }: Contract): void {
  const declared = new Set<string>([...platformScopes, ...Object.keys(scopes)]);
  for (const { id, path, access, keyScope } of Object.values(operations)) {
    const isLimited = typeof access === "object";
    const undeclared = [isLimited ? access.scope : undefined, keyScope].find(
      (scope) => scope !== undefined && !declared.has(scope),
    );
    if (undeclared !== undefined)
      throw invalidDefinition(
        `The operation ${id} needs the scope ${undeclared}, which is not declared. Declare it.`,
      );
    if (!isLimited) continue;
    const { resource } = access;
    if (!Object.hasOwn(kinds, resource)) {
      throw invalidDefinition(
        `The operation ${id} is limited to a ${resource}, which is not a kind. Declare the kind or change \`access.resource\`.`,
      );
    }
    if (!parametersOf(path).includes(`${resource}Id`)) {
      throw invalidDefinition(
        `The operation ${id} is limited to a ${resource}, but its path lacks {${resource}Id}. Add it to the path.`,
      );
    }
  }
}

function checkScopes({ scopes = {}, events = {}, requests = {}, operations = {} }: Contract): void {
  const taken = Object.keys(scopes).find((scope) => keyScopes.some((own) => own === scope));
  if (taken !== undefined)
    throw invalidDefinition(`The scope ${taken} has the name of a scope of the platform. Rename it.`);
  const names = Object.entries(scopes).flatMap(([scope, { formerNames = [] }]) => [scope, ...formerNames]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw invalidDefinition(`Two scopes have the name ${twice}, or had it before. Remove it from one.`);
  const usedScopes = new Set<string | undefined>([
    ...[...Object.values(events), ...Object.values(requests)].map(({ scope }) => scope),
    ...Object.values(operations).flatMap(({ access, keyScope }) => [
      keyScope,
      typeof access === "object" ? access.scope : undefined,
    ]),
  ]);
  const unused = Object.entries(scopes).find(
    ([scope, { checkedInCode }]) => checkedInCode !== true && !usedScopes.has(scope),
  );
  if (unused !== undefined) {
    throw invalidDefinition(
      `The scope ${unused[0]} is not used by an event, a request or an operation. Use it, remove it, or set \`checkedInCode\`.`,
    );
  }
}
