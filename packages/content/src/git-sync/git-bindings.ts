import { createHmac, timingSafeEqual } from "node:crypto";
import type { GitSyncResource, GitSyncResultResource } from "../client/types.ts";
import type { Selectable } from "kysely";
import * as z from "zod";
import {
  orNotFound,
  PlatformError,
  inOrganizations,
  withoutTenantScope,
  type PlatformContext,
} from "@plugboard/platform";
import type { WithUnixTimes } from "@plugboard/platform/product";
import { getSpace } from "../spaces/content.ts";
import type { GitProgram } from "./git-program.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/** The side a sync prefers in conflicts. */
export type GitSide = "repository" | "space";

/** The settings of a space's Git sync. */
export type GitBindingSettings = Pick<
  GitSyncResource,
  "remote" | "branch" | "folder" | "direction" | "everySeconds"
>;

interface GitSecrets {
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  readonly hookSecret?: string | undefined;
}

/** The result of a sync. */
export type GitSyncResult = WithUnixTimes<GitSyncResultResource, "endedAt">;

/** The Git sync of a space. */
export interface GitBinding extends GitBindingSettings, GitSecrets {
  readonly spaceId: string;
  readonly organizationId: string;
  /** The last synced commit. */
  readonly commitId?: string | undefined;
  /** Unix time in milliseconds. */
  readonly dueAt?: number | undefined;
  readonly prefer?: GitSide | undefined;
  readonly isRunning: boolean;
  readonly lastSync?: GitSyncResult | undefined;
}

const settingsSchema: z.ZodType<GitBindingSettings> = z.object({
  remote: z.string(),
  branch: z.string(),
  folder: z.string(),
  direction: z.enum(["both", "export", "import"]),
  everySeconds: z.number().optional(),
});
const secretsSchema: z.ZodType<GitSecrets> = z.object({
  credentials: z.object({ username: z.string(), password: z.string() }).optional(),
  hookSecret: z.string().optional(),
});
const resultSchema: z.ZodType<GitSyncResult> = z.object({
  state: z.enum(["failure", "success"]),
  endedAt: z.number(),
  commitId: z.string().optional(),
  revisionId: z.string(),
  detail: z.string().optional(),
  conflicts: z.array(z.string()),
});
const branchPattern = /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[A-Za-z0-9_][A-Za-z0-9_./-]*$/;
const folderPattern = /^(?:[^./\\\p{Cc}:][^/\\\p{Cc}:]*(?:\/[^./\\\p{Cc}:][^/\\\p{Cc}:]*)*)?$/u;

/**
 * Connects a space to a repository, or updates the connection. Omitted credentials and hook secrets stay
 * unchanged.
 *
 * @throws PlatformError `not_found`, `invalid_request` for an invalid remote, branch or folder
 */
export async function bindGit(
  context: PlatformContext,
  git: Pick<GitProgram, "checkRemote">,
  spaceId: string,
  { credentials, hookSecret, ...settings }: GitBindingSettings & GitSecrets,
): Promise<GitBinding> {
  const { organizationId } = await getSpace(context, spaceId);
  git.checkRemote(settings.remote);
  if (!branchPattern.test(settings.branch)) throw refused("branch", "is not a valid branch name");
  if (!folderPattern.test(settings.folder))
    throw refused("folder", "must be a folder of the repository, without leading or trailing slashes");
  const existing = await findGitBinding(context, spaceId);
  const isSame =
    existing?.remote === settings.remote &&
    existing.branch === settings.branch &&
    existing.folder === settings.folder;
  // Credentials are bound to their remote.
  const previousCredentials = existing?.remote === settings.remote ? existing.credentials : undefined;
  const secrets: GitSecrets = {
    credentials: credentials ?? previousCredentials,
    hookSecret: hookSecret ?? existing?.hookSecret,
  };
  const row = {
    settings: JSON.stringify(settings),
    secrets: context.secretBox.encrypt(JSON.stringify(secrets)),
    commit_id: (isSame ? existing.commitId : undefined) ?? null,
    due_at: settings.everySeconds === undefined ? null : context.now() + settings.everySeconds * 1000,
    updated_at: context.now(),
  };
  await tablesOf(context.db)
    .insertInto("git_bindings")
    .values({ space_id: spaceId, organization_id: organizationId, leased_until: 0, ...row })
    .onConflict((conflict) => conflict.column("space_id").doUpdateSet(row))
    .execute();
  return await getGitBinding(context, spaceId);
}

/** Returns the Git sync of a space. @throws PlatformError `not_found` */
export async function getGitBinding(context: PlatformContext, spaceId: string): Promise<GitBinding> {
  return orNotFound(await findGitBinding(context, spaceId), `repository that space ${spaceId} is bound to`);
}

async function findGitBinding(context: PlatformContext, spaceId: string): Promise<GitBinding | undefined> {
  const row = await tablesOf(context.db)
    .selectFrom("git_bindings")
    .selectAll()
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  return row && toBinding(context, row);
}

function toBinding(
  { secretBox, now }: PlatformContext,
  row: Selectable<ContentTables["git_bindings"]>,
): GitBinding {
  return {
    ...settingsSchema.parse(JSON.parse(row.settings)),
    ...secretsSchema.parse(JSON.parse(secretBox.decrypt(row.secrets))),
    spaceId: row.space_id,
    organizationId: row.organization_id,
    commitId: row.commit_id ?? undefined,
    dueAt: row.due_at ?? undefined,
    prefer: row.prefer === "repository" || row.prefer === "space" ? row.prefer : undefined,
    isRunning: row.leased_until > now(),
    lastSync: row.last_sync === null ? undefined : resultSchema.parse(JSON.parse(row.last_sync)),
  };
}

/**
 * Disconnects a space from its repository. Pages and repository are not changed.
 *
 * @throws PlatformError `not_found`
 */
export async function unbindGit(context: PlatformContext, spaceId: string): Promise<void> {
  await getGitBinding(context, spaceId);
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      await transaction.deleteFrom("git_bindings").where("space_id", "=", spaceId).execute();
      await transaction.deleteFrom("git_files").where("space_id", "=", spaceId).execute();
    });
}

/** Requests a sync as soon as a worker is free. @throws PlatformError `not_found` */
export async function requestGitSync(
  context: PlatformContext,
  spaceId: string,
  prefer?: GitSide,
): Promise<GitBinding> {
  await getGitBinding(context, spaceId);
  await tablesOf(context.db)
    .updateTable("git_bindings")
    .set({ due_at: context.now(), prefer: prefer ?? null, updated_at: context.now() })
    .where("space_id", "=", spaceId)
    .execute();
  return await getGitBinding(context, spaceId);
}

/**
 * Requests a sync after a push webhook. The body is signed like GitHub's and Gitea's: `X-Hub-Signature-256:
 * sha256=` and the HMAC of the body in hex.
 *
 * @throws PlatformError `unauthorized`, even if the space has no Git sync
 *
 * @example
 * import { receiveGitPush } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const request: Request;
 * const signature = request.headers.get("x-hub-signature-256") ?? "";
 * await receiveGitPush(platform, "spc_1", new Uint8Array(await request.arrayBuffer()), signature);
 */
export async function receiveGitPush(
  context: PlatformContext,
  spaceId: string,
  body: Uint8Array,
  signature: string,
): Promise<void> {
  const binding = await withoutTenantScope("publicEndpoints", () => findGitBinding(context, spaceId));
  const secret = binding?.hookSecret;
  const expected = Buffer.from(
    `sha256=${createHmac("sha256", secret ?? "")
      .update(body)
      .digest("hex")}`,
  );
  const actual = Buffer.from(signature);
  if (
    binding === undefined ||
    secret === undefined ||
    actual.length !== expected.length ||
    !timingSafeEqual(actual, expected)
  )
    throw new PlatformError(
      "unauthorized",
      "The signature of the push does not match the hook secret of this space.",
    );
  await inOrganizations([binding.organizationId], () => requestGitSync(context, spaceId));
}

function refused(path: string, message: string): PlatformError {
  return new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
}
