import { type AnyOperation, limits, resourceOf } from "@plugboard/api/contract";
import type { Context, Hono } from "hono";
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { supportAccessRequired, type OrganizationScope, secondFactorRequired } from "../access/may-call.ts";
import { findOrganization, readPathResources } from "../access/find-organization.ts";
import { isTokenPrincipal, organizationsOf, type Principal } from "../access/principal.ts";
import { PlatformError, type PlatformErrorCode, type PlatformProblem } from "../common/platform-error.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import { addRateLimitHeaders } from "../http/rate-limit-headers.ts";
import { readJsonBody } from "../http/read-body.ts";
import type { Platform } from "../operations/platform.ts";
import { spendQuota } from "../rate-limits/rate-limiter.ts";
import { describeIssue } from "../common/describe-issue.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";
import { createAuditedHandler } from "./audited-handler.ts";
import { emissionQuota, requestQuotas } from "../tenancy/usage.ts";
import { createCallerQueue } from "./caller-queue.ts";
import { checkAccess } from "./check-access.ts";
import { liveResponse, wantsLive } from "./live-response.ts";
import { createStreamAccess } from "./stream-access.ts";
import type { ServedOperation } from "../operations/feature.ts";
import type { AnyCall } from "../operations/operation-handler.ts";

/** Authenticates a request. @throws PlatformError `unauthorized` */
export type Authenticate = (request: Request) => Promise<Principal>;

/** Details about a request that the request itself doesn't contain. */
export interface RequestFacts {
  /** The network address of the client. */
  readonly address?: string | undefined;
}

/** The Hono environment with these facts. */
export interface ApiEnv {
  readonly Bindings: RequestFacts;
}

/** A request for an operation. */
export interface OperationRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly address: string | undefined;
  readonly readHeader: (name: string) => string | undefined;
  /** @throws PlatformError `invalid_request`, `payload_too_large` */
  readonly readBody: (maxBytes: number) => Promise<unknown>;
}

/** Runs an operation for an authenticated caller and returns its result. @throws PlatformError */
export type RunOperation = (request: OperationRequest, caller: Principal) => Promise<unknown>;

/**
 * Serves every operation of the contract below a base path. Returns the operations for callers in this process, by
 * method and path template, such as `GET /spaces/{spaceId}`.
 */
export function serveOperations(
  app: Hono<ApiEnv>,
  base: string,
  platform: Platform,
  authenticate: Authenticate,
  all: readonly ServedOperation[],
): ReadonlyMap<string, RunOperation> {
  const queue = createCallerQueue(() => performance.now());
  const checkStream = createStreamAccess<Reach | undefined>(() => performance.now());
  const local = new Map<string, RunOperation>();
  for (const served of all) {
    const { operation, watch } = served;
    const handle = createAuditedHandler(platform, served, all);
    const perform = async (call: AnyCall, inScope: InScope): Promise<unknown> => {
      const work = async () => {
        const emission = await withoutTenantScope("access", () => emissionQuota(platform, operation, call));
        if (emission !== undefined) await call.spend(emission);
        return await inScope(() => handle(call));
      };
      const result = await (operation.waits === true ? work() : queue.run(call.caller, work));
      if (operation.changes) {
        const organizations = await changedBy(call, result);
        platform.changes.note({ organizations, resources: [resourceOf(operation.path)] });
      }
      return result;
    };
    const path = `${base}${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
    app.on(operation.method, path, async (c) => {
      const headers = new Headers();
      const request = toOperationRequest(c);
      const admission = await queue.admit(c.req.raw, request.address, () =>
        withoutTenantScope("access", async () =>
          admit(operation, platform, request, await authenticate(c.req.raw), headers),
        ),
      );
      // Outside the queue: a slow upload must not block other callers.
      const call = await readCall(operation, request, admission);
      const inScope = await withoutTenantScope("access", () => scopeOf(platform, operation, call));
      if (watch !== undefined && wantsLive(c.req.raw)) {
        const lastEventId = c.req.header("last-event-id");
        return liveResponse({
          watch: (signal) => watch(call, { lastEventId, signal }),
          headers,
          signal: platform.stopping,
          inScope,
          keepsAccess: async () => {
            const target = JSON.stringify([c.req.path, request.query.share]);
            const reach = await checkStream({ request: c.req.raw, caller: call.caller, target }, () =>
              withoutTenantScope("access", () =>
                readReach(operation, platform, request, () => authenticate(c.req.raw)),
              ),
            );
            return isDeepStrictEqual(reach, reachOf(admission.caller, admission.scope));
          },
        });
      }
      return toResponse(operation, await perform(call, inScope), headers);
    });
    local.set(`${operation.method} ${operation.path}`, async (request, caller) => {
      const admission = await queue.run(caller, () =>
        withoutTenantScope("access", () => admit(operation, platform, request, caller, new Headers())),
      );
      const call = await readCall(operation, request, admission);
      const inScope = await withoutTenantScope("access", () => scopeOf(platform, operation, call));
      return await perform(call, inScope);
    });
  }
  return local;
}

function toOperationRequest(c: Context<ApiEnv>): OperationRequest {
  return {
    params: c.req.param(),
    query: c.req.query(),
    address: c.env.address,
    readHeader: (name) => c.req.header(name),
    readBody: (maxBytes) => readJsonBody(c.req.raw, maxBytes),
  };
}

type InScope = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits a call's database access to the caller's organizations, unless the operation needs more. */
async function scopeOf(
  { db }: Platform,
  { reach, withoutSupportAccess }: AnyOperation,
  { caller }: AnyCall,
): Promise<InScope> {
  // Missing support access is reported separately, with instructions.
  if (caller.type === "admin" || withoutSupportAccess === true)
    return (work) => withoutTenantScope("administrator", work);
  if (reach === "all") return (work) => withoutTenantScope("acrossOrganizations", work);
  const own = organizationsOf(caller);
  const eventTypes = caller.type === "portal" ? caller.eventTypes : undefined;
  if (own !== undefined || !isTokenPrincipal(caller))
    return (work) => inOrganizations(own ?? [], work, eventTypes);
  let query = db
    .selectFrom("installations")
    .select("organization_id")
    .distinct()
    .where("integration", "=", caller.integration);
  if (caller.type === "installation") query = query.where("id", "=", caller.installation);
  const organizations = (await query.execute()).map(({ organization_id: organization }) => organization);
  return (work) => inOrganizations(organizations, work);
}

/** Returns the organizations that a call changed. */
async function changedBy(
  { resources, body, caller }: AnyCall,
  result: unknown,
): Promise<readonly string[] | undefined> {
  const textOf = (of: unknown): string | undefined => {
    const organization: unknown = Reflect.get(Object(of), "organization");
    return typeof organization === "string" ? organization : undefined;
  };
  const organization = textOf(body) ?? (await findOrganization(resources)) ?? textOf(result);
  return organization === undefined ? organizationsOf(caller) : [organization];
}

/** The state of a call before its body is read. */
type Admission = Pick<AnyCall, "caller" | "spend" | "params" | "resources"> & {
  readonly scope: OrganizationScope;
};

/** The organizations of a stream. An administrator's aren't compared: any new organization would end the stream. */
type Reach = OrganizationScope | "platform";

function reachOf({ type }: Principal, scope: OrganizationScope): Reach {
  return type === "admin" ? "platform" : scope;
}

const lostAccess: readonly PlatformErrorCode[] = [
  "unauthorized",
  "forbidden",
  "not_found",
  "second_factor_required",
  "support_access_required",
];

/** Returns the organizations that a caller can access now. `undefined` if it can no longer call the operation. */
async function readReach(
  operation: AnyOperation,
  platform: Platform,
  { params, query: { share } }: OperationRequest,
  authenticate: () => Promise<Principal>,
): Promise<Reach | undefined> {
  try {
    const caller = await authenticate();
    const resources = readPathResources(platform, params);
    return reachOf(caller, await checkAccess(platform, operation, { params, resources, share }, caller));
  } catch (error) {
    if (error instanceof PlatformError && lostAccess.includes(error.code)) return undefined;
    throw error;
  }
}

/** Checks a caller's access and quotas. */
async function admit(
  operation: AnyOperation,
  platform: Platform,
  { params, query: { share } }: OperationRequest,
  caller: Principal,
  responseHeaders: Headers,
): Promise<Admission> {
  refuseProblems(check(operation.params, params, "path").problems);
  const resources = readPathResources(platform, params);
  const scope = await checkAccess(platform, operation, { params, resources, share }, caller);
  const spend: Admission["spend"] = async ({ policy, ...spending }) =>
    addRateLimitHeaders(responseHeaders, await spendQuota(platform.rateLimiter, policy, spending));
  for (const quota of await requestQuotas(platform, caller, resources)) await spend(quota);
  if (caller.type === "key") platform.usage.add(caller.organization, "requests", 1);
  return { caller, params, resources, scope, spend };
}

/** Reads and validates the parts of a request. */
async function readCall(
  operation: AnyOperation,
  request: OperationRequest,
  { scope, ...admission }: Admission,
): Promise<AnyCall> {
  const idempotencyKey = operation.idempotent === true ? readIdempotencyKey(request) : undefined;
  const ifMatch = operation.version !== undefined && operation.changes ? readIfMatch(request) : undefined;
  const query = check(operation.query, request.query, "query");
  const body = check(
    operation.body,
    operation.body === undefined ? undefined : await request.readBody(operation.maxBodyBytes),
    "body",
  );
  refuseProblems([...query.problems, ...body.problems]);
  return {
    ...admission,
    query: query.value,
    body: body.value,
    address: request.address,
    organizations: narrow(scope, query.value),
    idempotencyKey,
    ifMatch,
    ifNoneMatch: operation.creates === true && readIfNoneMatch(request),
  };
}

/** Returns the organizations that a list covers: the caller's, or the one in the query. */
function narrow(scope: OrganizationScope, query: unknown): OrganizationScope {
  const requested: unknown = Reflect.get(Object(query), "organization");
  if (typeof requested !== "string") return scope;
  const { allowed = [requested], forbidden, needsSupportAccess, needsSecondFactor } = scope;
  if (needsSupportAccess === true && forbidden.includes(requested)) throw supportAccessRequired(requested);
  if (needsSecondFactor?.includes(requested) === true) throw secondFactorRequired();
  return { ...scope, allowed: allowed.filter((organization) => organization === requested) };
}

interface Checked {
  readonly value: unknown;
  readonly problems: readonly PlatformProblem[];
}

function check(schema: z.ZodType | undefined, value: unknown, part: string): Checked {
  const unstorable = findUnstorable(value);
  if (unstorable !== undefined) {
    const { path, message } = unstorable;
    return { value: undefined, problems: [{ path: path.length === 0 ? part : path.join("."), message }] };
  }
  const unknown = findUnknownFields(schema, value);
  if (schema === undefined) return { value: undefined, problems: unknown };
  const { success, data, error } = schema.safeParse(value, { error: describeIssue });
  if (success) return { value: data, problems: unknown };
  const problems = error.issues.map(({ path, message }) => ({
    path: path.length === 0 ? part : path.join("."),
    message,
  }));
  return { value: undefined, problems: [...problems, ...unknown] };
}

interface Unstorable {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Finds a string or key that a database can't store: PostgreSQL rejects NUL, and lone surrogates can't be
 * encoded as UTF-8.
 */
function findUnstorable(value: unknown, depth = 0): Unstorable | undefined {
  if (typeof value === "string") {
    const message = value.includes("\0") ? "the character U+0000" : "a lone surrogate";
    const isStorable = value.isWellFormed() && !value.includes("\0");
    return isStorable ? undefined : { path: [], message: `must not contain ${message}` };
  }
  // The schemas reject deeper values.
  if (typeof value !== "object" || value === null || depth > limits.jsonDepth) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const unstorable = findUnstorable(key) ?? findUnstorable(item, depth + 1);
    if (unstorable !== undefined)
      return { ...unstorable, path: [key.replaceAll("\0", "\\0").toWellFormed(), ...unstorable.path] };
  }
  return undefined;
}

const maxNamedProblems = 5;

function refuseProblems(problems: readonly PlatformProblem[]): void {
  if (problems.length === 0) return;
  const descriptions = problems.slice(0, maxNamedProblems).map(({ path, message }) => `${path}: ${message}`);
  const others = problems.length - descriptions.length;
  const text = `${descriptions.join("; ")}${others > 0 ? `; and ${others} more` : ""}`;
  throw new PlatformError("invalid_request", `The request is invalid: ${text}.`, problems);
}

const keyPattern = new RegExp(`^[\\x21-\\x7E]{1,${limits.identifierLength}}$`);

function readIdempotencyKey({ readHeader }: OperationRequest): string | undefined {
  const key = readHeader("idempotency-key");
  if (key === undefined || keyPattern.test(key)) return key;
  throw wrongHeader("idempotency-key", `must be 1 to ${limits.identifierLength} visible characters`);
}

// Compressing proxies turn a tag into a weak one, which identifies the same version here.
const tagPattern = new RegExp(`^(?:W/)?"([\\x21\\x23-\\x7E]{1,${limits.identifierLength}})"$`);

function readIfMatch({ readHeader }: OperationRequest): string | undefined {
  const header = readHeader("if-match");
  if (header === undefined || header === "*") return undefined;
  const tag = tagPattern.exec(header)?.[1];
  if (tag === undefined) throw wrongHeader("if-match", "must be a single quoted ETag, as received");
  return tag;
}

function readIfNoneMatch({ readHeader }: OperationRequest): boolean {
  const header = readHeader("if-none-match");
  if (header === undefined || header === "*") return header === "*";
  throw wrongHeader("if-none-match", "must be *");
}

function wrongHeader(path: string, message: string): PlatformError {
  return new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
}

function toResponse({ status, version }: AnyOperation, result: unknown, headers: Headers): Response {
  if (status === 204) return new Response(null, { status, headers });
  headers.set("content-type", "application/json");
  if (typeof version === "string") headers.set("etag", `"${String(Reflect.get(Object(result), version))}"`);
  return new Response(JSON.stringify(result), { status, headers });
}
