import type { AuditEntryResource } from "@plugboard/api/client";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Principal } from "../access/principal.ts";
import { createId } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import { readObject } from "../common/json.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import { inList } from "../database/in-list.ts";
import { joinCommit } from "../database/join-commit.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { commitSoon } from "../database/sync-on-release.ts";
import type { AuditEntryTable } from "../database/tables.ts";

/** A recorded change. */
export interface AuditEntry extends Omit<WithUnixTimes<AuditEntryResource, "createdAt">, "organization"> {
  /** The organization that the change concerns. `undefined` for the platform itself. */
  readonly organizationId?: string | undefined;
}

/** A change to record in the audit log. */
export interface AuditedChange {
  readonly caller: Principal;
  readonly organizationId: string | undefined;
  readonly address: string | undefined;
  readonly operation: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly request: unknown;
  readonly before: unknown;
}

/**
 * Makes a change and writes its audit entry in one transaction. If the change is in the delivery engine's own
 * storage, the entry is written right after it. The API does this for its operations; call it for changes you
 * make outside the API.
 *
 * @example
 * import { acceptInvitation, audit, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const ada = { type: "member", id: "usr_1", name: "Ada", memberships: [] } as const;
 * const change = {
 *   caller: ada,
 *   organizationId: "org_1",
 *   address: undefined,
 *   operation: "acceptInvitation",
 *   resource: {},
 *   request: {},
 *   before: undefined,
 * };
 * const { role } = await audit(platform, change, () => acceptInvitation(platform, "pbi_…", ada));
 * console.log(role);
 */
export async function audit<Result>(
  { db, now }: PlatformContext,
  change: AuditedChange,
  work: () => Promise<Result>,
): Promise<Result> {
  const entry = createEntry(change, now());
  const { result, hasJoined } = await joinCommit(
    db
      .insertInto("audit_entries")
      .values({ ...entry, ...streamed(entry.organization_id, entry.created_at + settleMilliseconds) })
      .compile(),
    work,
  );
  const after = toText(result);
  // The organization may only be known now.
  const organization = entry.organization_id ?? organizationOf(change.operation, result);
  if (!hasJoined)
    await withoutTenantScope("audit", () =>
      db
        .insertInto("audit_entries")
        .values({ ...entry, after, organization_id: organization, ...streamed(organization, now()) })
        .execute(),
    );
  else if (after !== null || organization !== entry.organization_id)
    await withoutTenantScope("audit", () =>
      db
        .updateTable("audit_entries")
        .set({ after, organization_id: organization, ...streamed(organization, now()) })
        .where("id", "=", entry.id)
        .execute(),
    );
  return result;
}

/**
 * Does work and records it with its outcome and duration, even if it fails.
 *
 * @param changesData - whether the work can change data. Its entry is then written before it begins, and gets the outcome
 * afterwards, so that a crash in between leaves an entry without one. On SQLite, the entry of other work is synced to
 * the disk shortly after it, so that its caller doesn't wait.
 */
export async function auditAttempt<Result>(
  { db, now }: PlatformContext,
  change: AuditedChange,
  changesData: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const entry = createEntry(change, now());
  const start = performance.now();
  const insert = async (after: string | null) =>
    await db
      .insertInto("audit_entries")
      .values({
        ...entry,
        after,
        ...streamed(entry.organization_id, now() + (after === null ? abandonedMilliseconds : 0)),
      })
      .execute();
  const record = async (outcome: string): Promise<void> => {
    const after = JSON.stringify({ outcome, durationMilliseconds: Math.round(performance.now() - start) });
    if (changesData)
      await withoutTenantScope("audit", () =>
        db
          .updateTable("audit_entries")
          .set({ after, ...streamed(entry.organization_id, now()) })
          .where("id", "=", entry.id)
          .execute(),
      );
    else await commitSoon(() => insert(after));
  };
  if (changesData) await insert(null);
  const result = await work().catch(async (error: unknown) => {
    await record(codeOf(error));
    throw error;
  });
  await record("succeeded");
  return result;
}

/** A joined entry gets its `after` right after the commit. The delay only matters for changes without one, and after a crash. */
const settleMilliseconds = 5_000;
/** Attempts without an outcome are streamed after this time: their process has crashed. */
const abandonedMilliseconds = 10 * 60_000;

/** Returns when an entry is streamed: never, unless its organization has a stream. Costs no statement of its own. */
function streamed(organizationId: string | null, dueAt: number) {
  return {
    stream_due_at: sql<
      number | null
    >`(select cast(${dueAt} as bigint) from streams where organization_id = ${organizationId} and kind = 'audit')`,
  };
}

function codeOf(error: unknown): string {
  return error instanceof PlatformError ? error.code : "internal";
}

function createEntry(
  { caller, organizationId, address, operation, resource, request, before }: AuditedChange,
  createdAt: number,
) {
  return {
    id: createId("aud", createdAt),
    organization_id: organizationId ?? null,
    created_at: createdAt,
    actor_type: actorTypeOf(caller),
    actor_id: actorIdOf(caller),
    address: address ?? null,
    operation,
    resource: JSON.stringify({ ...resource, ...agentOf(caller) }),
    request: toText(request),
    before: toText(before),
    after: null,
  } satisfies Omit<Insertable<AuditEntryTable>, "stream_due_at">;
}

/** A consumer token makes no audited changes. */
function actorTypeOf({ type }: Principal): AuditEntry["actor"]["type"] {
  return type === "consumer" ? "key" : type;
}

function actorIdOf(caller: Principal): string {
  if (caller.type === "admin") return "";
  if (caller.type === "integration") return caller.integration;
  return caller.type === "installation" ? caller.installation : caller.id;
}

function agentOf(caller: Principal): { readonly clientId?: string } {
  const agent = caller.type === "member" ? caller.agent : undefined;
  return agent === undefined ? {} : { clientId: agent.clientId };
}

/** Returns the organization named in a response, for resources that were just created. */
function organizationOf(operation: string, result: unknown): string | null {
  const id: unknown = Reflect.get(Object(result), operation === "createOrganization" ? "id" : "organization");
  return typeof id === "string" ? id : null;
}

function toText(value: unknown): string | null {
  return typeof value === "object" && value !== null ? JSON.stringify(hideSecrets(value)) : null;
}

const secretNames = /token|secret|privatekey|password|credential|ticket|authorization|cookie|signedurl/i;
/** Any header or setting can hold a secret, regardless of its name. */
const mapsOfSecrets: ReadonlySet<string> = new Set(["configuration", "headers"]);
/** The arguments and results of tools are private, regardless of their field names. */
const contents: ReadonlySet<string> = new Set(["arguments", "result"]);
const hidden = "[hidden]";
const maxTextLength = 500;
const maxItems = 50;

/**
 * Returns a value that is safe to log. Fields named like secrets and the arguments and results of tools
 * become `[hidden]`, long strings and lists are truncated, configurations and headers are reduced to their
 * names, and a `url` to its origin.
 */
function hideSecrets(value: unknown, name = ""): unknown {
  if (secretNames.test(name) && value !== true && value !== null && value !== undefined) return hidden;
  if (contents.has(name)) return hidden;
  if (name === "url" && typeof value === "string") return hidePath(value);
  if (typeof value === "string")
    return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item: unknown) => hideSecrets(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      mapsOfSecrets.has(name) ? (part === null ? null : hidden) : hideSecrets(part, key),
    ]),
  );
}

// A webhook URL is often a secret: anyone who knows its path or query can call it.
function hidePath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return hidden;
  return parsed.pathname === "/" && parsed.search === "" ? parsed.origin : `${parsed.origin}/${hidden}`;
}

/** Filters for audit entries, combined with AND. */
export interface AuditQuery {
  readonly organizations?: readonly string[] | undefined;
  /** Also returns the platform's own entries. */
  readonly ofPlatform?: boolean | undefined;
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  /** The id of a resource in the path. */
  readonly resource?: string | undefined;
  /** Only entries at or after this time (Unix time in milliseconds). */
  readonly since?: number | undefined;
  /** Only entries before this time (Unix time in milliseconds). */
  readonly until?: number | undefined;
  /** Only entries before this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * Returns entries of the audit log, newest first.
 */
export async function listAuditEntries(
  { db }: PlatformContext,
  { organizations, ofPlatform = false, actor, operation, resource, since, until, before, limit }: AuditQuery,
): Promise<AuditEntry[]> {
  let query = db.selectFrom("audit_entries").selectAll();
  if (organizations !== undefined)
    query = query.where((where) =>
      where.or([
        where("organization_id", "in", inList(organizations)),
        ...(ofPlatform ? [where("organization_id", "is", null)] : []),
      ]),
    );
  if (actor !== undefined) query = query.where("actor_id", "=", actor);
  if (operation !== undefined) query = query.where("operation", "=", operation);
  if (resource !== undefined) query = query.where("resource", "like", `%${toPattern(resource)}%`);
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (until !== undefined) query = query.where("created_at", "<", until);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.orderBy("id", "desc").limit(limit).execute();
  return rows.map(toAuditEntry);
}

// Matches the id as a whole JSON value. Wildcards in the id would match more than the id.
function toPattern(id: string): string {
  return JSON.stringify(id).replaceAll(/[%_]/g, "_");
}

const removedAtOnce = 1000;

/** Deletes a batch of entries past their retention time. Returns the number of deleted entries. */
export async function removeOldAuditEntries(
  { db, now }: PlatformContext,
  keptMilliseconds: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("audit_entries")
    .where("id", "in", (entries) =>
      entries
        .selectFrom("audit_entries")
        .select("id")
        .where("created_at", "<", now() - keptMilliseconds)
        .orderBy("created_at")
        .limit(removedAtOnce),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Converts a stored entry. */
export function toAuditEntry(row: Omit<Selectable<AuditEntryTable>, "stream_due_at">): AuditEntry {
  const read = (text: string | null) => (text === null ? undefined : readObject(text));
  return {
    id: row.id,
    organizationId: row.organization_id ?? undefined,
    createdAt: row.created_at,
    actor: { type: row.actor_type, id: row.actor_id },
    address: row.address ?? undefined,
    operation: row.operation,
    resource: readObject(row.resource),
    request: read(row.request),
    before: read(row.before),
    after: read(row.after),
  };
}
