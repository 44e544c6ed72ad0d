import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { found, PlatformError } from "../common/platform-error.ts";
import { getSpace } from "../content/content.ts";
import { inOrganizations, onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { GitBindingTable } from "../database/tables.ts";
import type { GitProgram } from "./git-program.ts";

/** Which way a sync goes. */
export type GitDirection = "both" | "export" | "import";

/** Which side a sync prefers where both changed the same. */
export type GitSide = "repository" | "space";

/** How a space is bound to a repository. */
export interface GitBindingSettings {
  /** An https, ssh or, where the operator allows it, file URL. */
  readonly remote: string;
  readonly branch: string;
  /** The folder of the repository that holds the pages; empty for all of it. */
  readonly folder: string;
  readonly direction: GitDirection;
  /** Syncs again and again; only when asked to where it is left out. */
  readonly everySeconds?: number | undefined;
}

interface GitSecrets {
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  readonly hookSecret?: string | undefined;
}

/** What became of a sync. */
export interface GitSyncResult {
  readonly state: "failure" | "success";
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly commitId?: string | undefined;
  readonly revisionId: string;
  /** Why it failed. */
  readonly detail?: string | undefined;
  /** Files that both sides changed. */
  readonly conflicts: readonly string[];
}

/** A space bound to a repository. */
export interface GitBinding extends GitBindingSettings, GitSecrets {
  readonly spaceId: string;
  readonly organizationId: string;
  /** The commit that both sides were at after the last sync. */
  readonly commitId?: string | undefined;
  /** Milliseconds since 1970. */
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
 * Binds a space to a repository, or changes how. Credentials and the hook's secret stay as they are where they are left out.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a remote, branch or folder that cannot be one
 * @example
 * import { bindGit, createGitProgram, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const settings = { remote: "https://git.example.com/docs.git", branch: "main", folder: "", direction: "both" } as const;
 * await bindGit(platform, createGitProgram(), "spc_1", settings);
 */
export async function bindGit(
  context: PlatformContext,
  git: Pick<GitProgram, "checkRemote">,
  spaceId: string,
  { credentials, hookSecret, ...settings }: GitBindingSettings & GitSecrets,
): Promise<GitBinding> {
  const { organizationId } = await getSpace(context, spaceId);
  git.checkRemote(settings.remote);
  if (!branchPattern.test(settings.branch)) throw refused("branch", "is not the name of a branch");
  if (!folderPattern.test(settings.folder))
    throw refused("folder", "must be a folder of the repository, without a slash at its ends");
  const known = await findGitBinding(context, spaceId);
  const isSame =
    known?.remote === settings.remote && known.branch === settings.branch && known.folder === settings.folder;
  // Credentials are for the remote that they were given for.
  const kept = known?.remote === settings.remote ? known.credentials : undefined;
  const secrets: GitSecrets = {
    credentials: credentials ?? kept,
    hookSecret: hookSecret ?? known?.hookSecret,
  };
  const row = {
    settings: JSON.stringify(settings),
    secrets: context.secretBox.seal(JSON.stringify(secrets)),
    commit_id: (isSame ? known.commitId : undefined) ?? null,
    due_at: settings.everySeconds === undefined ? null : context.now() + settings.everySeconds * 1000,
    updated_at: context.now(),
  };
  await context.db
    .insertInto("git_bindings")
    .values({ space_id: spaceId, organization_id: organizationId, leased_until: 0, ...row })
    .onConflict((conflict) => conflict.column("space_id").doUpdateSet(row))
    .execute();
  return await getGitBinding(context, spaceId);
}

/** How a space is bound to a repository. @throws PlatformError `not_found` */
export async function getGitBinding(context: PlatformContext, spaceId: string): Promise<GitBinding> {
  return found(await findGitBinding(context, spaceId), `repository that space ${spaceId} is bound to`);
}

/** The same; `undefined` where the space is bound to none. */
async function findGitBinding(context: PlatformContext, spaceId: string): Promise<GitBinding | undefined> {
  const row = await context.db
    .selectFrom("git_bindings")
    .selectAll()
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  return row && toBinding(context, row);
}

function toBinding({ secretBox, now }: PlatformContext, row: GitBindingTable): GitBinding {
  return {
    ...settingsSchema.parse(JSON.parse(row.settings)),
    ...secretsSchema.parse(JSON.parse(secretBox.open(row.secrets))),
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
 * Ends the binding of a space. Its pages and the repository stay as they are.
 *
 * @throws PlatformError `not_found`
 */
export async function unbindGit(context: PlatformContext, spaceId: string): Promise<void> {
  await getGitBinding(context, spaceId);
  await context.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("git_bindings").where("space_id", "=", spaceId).execute();
    await transaction.deleteFrom("git_files").where("space_id", "=", spaceId).execute();
  });
}

/** Has a sync begin as soon as a worker is free. @throws PlatformError `not_found` */
export async function requestGitSync(
  context: PlatformContext,
  spaceId: string,
  prefer?: GitSide,
): Promise<GitBinding> {
  await getGitBinding(context, spaceId);
  await context.db
    .updateTable("git_bindings")
    .set({ due_at: context.now(), prefer: prefer ?? null })
    .where("space_id", "=", spaceId)
    .execute();
  return await getGitBinding(context, spaceId);
}

/**
 * Has a sync begin after a push that the repository's host notified of. The body is signed as GitHub, Gitea and others do it:
 * `X-Hub-Signature-256: sha256=` and the HMAC of the body, in hexadecimal.
 *
 * @throws PlatformError `unauthorized`; a space that is bound to nothing is no other
 * @example
 * import { type Platform, receiveGitPush } from "@plugboard/platform";
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
  const binding = await onWholePlatform("publicEndpoints", () => findGitBinding(context, spaceId));
  const secret = binding?.hookSecret;
  const expected = Buffer.from(
    `sha256=${createHmac("sha256", secret ?? "")
      .update(body)
      .digest("hex")}`,
  );
  const given = Buffer.from(signature);
  if (
    binding === undefined ||
    secret === undefined ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  )
    throw new PlatformError("unauthorized", "The push is not signed with the secret of this space's hook.");
  await inOrganizations([binding.organizationId], () => requestGitSync(context, spaceId));
}

function refused(path: string, message: string): PlatformError {
  return new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
}
