import * as z from "zod";
import { editors, everyMember, managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** What became of a sync. */
export interface GitSyncResultResource {
  readonly state: "failure" | "success";
  /** ISO 8601 time. */
  readonly endedAt: string;
  /** The commit that both sides are at. */
  readonly commitId?: string | undefined;
  /** The revision that the space is at. */
  readonly revisionId: string;
  /** Why it failed. */
  readonly detail?: string | undefined;
  /** Files that both sides changed. */
  readonly conflicts: readonly string[];
}

/** How a space is bound to a Git repository. */
export interface GitSyncResource {
  readonly spaceId: string;
  readonly remote: string;
  readonly branch: string;
  readonly folder: string;
  readonly direction: "both" | "export" | "import";
  readonly everySeconds?: number | undefined;
  readonly hasCredentials: boolean;
  /** Where the repository's host sends its signed push events; it is taken where the binding has a secret for it. */
  readonly hookUrl: string;
  readonly hasHookSecret: boolean;
  readonly state: "idle" | "running" | "waiting";
  readonly lastSync?: GitSyncResultResource | undefined;
}

/** How to bind a space to a Git repository. */
export interface GitSyncUpdate {
  /** An https or ssh URL; a file URL where the operator allows it. */
  readonly remote: string;
  /** Default: `main`. */
  readonly branch?: string | undefined;
  /** The folder of the repository that holds the pages; all of it when left out. */
  readonly folder?: string | undefined;
  /** `import` and `export` make one side what the other is; `both`, the default, merges. */
  readonly direction?: "both" | "export" | "import" | undefined;
  /** Syncs again and again, a minute apart at least; only when asked to where it is left out. */
  readonly everySeconds?: number | undefined;
  /** What signs in to an https remote. Kept where it is left out and the remote stays. */
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  /** The key that the repository's host signs its push events with. Kept where it is left out. */
  readonly hookSecret?: string | undefined;
}

/** A sync to begin. */
export interface GitSyncStart {
  /** Which side is right where both changed the same, and where both have pages at the first sync. */
  readonly prefer?: "repository" | "space" | undefined;
}

const minSeconds = 60;
const maxSeconds = 30 * 24 * 3600;
const directions = ["both", "export", "import"] as const;

const gitSyncSchema: z.ZodType<GitSyncResource> = z.object({
  spaceId: z.string(),
  remote: z.string(),
  branch: z.string(),
  folder: z.string(),
  direction: z.enum(directions),
  everySeconds: z.int().optional(),
  hasCredentials: z.boolean(),
  hookUrl: z.url(),
  hasHookSecret: z.boolean(),
  state: z.enum(["idle", "running", "waiting"]),
  lastSync: z
    .object({
      state: z.enum(["failure", "success"]),
      endedAt: z.iso.datetime(),
      commitId: z.string().optional(),
      revisionId: z.string(),
      detail: z.string().optional(),
      conflicts: z.array(z.string()),
    })
    .optional(),
});

const secret = z.string().min(1).max(limits.identifierLength);

const updateSchema: z.ZodType<GitSyncUpdate, GitSyncUpdate> = z.object({
  remote: z.string().min(1).max(limits.urlLength),
  branch: z.string().min(1).max(limits.identifierLength).optional(),
  folder: z.string().max(limits.identifierLength).optional(),
  direction: z.enum(directions).optional(),
  everySeconds: z.int().min(minSeconds).max(maxSeconds).optional(),
  credentials: z
    .object({ username: secret, password: z.string().min(1).max(limits.secretLength) })
    .optional(),
  hookSecret: secret.optional(),
});

const startSchema: z.ZodType<GitSyncStart, GitSyncStart> = z.object({
  prefer: z.enum(["repository", "space"]).optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const gitSyncSchemas = {
  GitSync: gitSyncSchema,
  GitSyncUpdate: updateSchema,
  GitSyncStart: startSchema,
};

const access = { resource: "space", scope: "space:git:sync" } as const;
const example: GitSyncResource = {
  spaceId: "spc_1",
  remote: "https://git.example.com/docs.git",
  branch: "main",
  folder: "",
  direction: "both",
  hasCredentials: true,
  hookUrl: "https://sites.example/git/spc_1",
  hasHookSecret: true,
  state: "idle",
  lastSync: {
    state: "success",
    endedAt: "2026-01-15T09:30:00.000Z",
    commitId: "5f0e2d1c3b4a59687766554433221100ffeeddcc",
    revisionId: "rev_7",
    conflicts: [],
  },
};

/** Spaces and Git repositories. */
export const gitSyncOperations = defineOperations({
  getGitSync: operation({
    method: "GET",
    path: "/spaces/{spaceId}/git",
    tag: "Content",
    summary: "Read which Git repository a space is bound to, and what became of its last sync",
    access,
    roles: everyMember,
    response: gitSyncSchema,
    example: { response: example },
  }),
  configureGitSync: operation({
    method: "PUT",
    path: "/spaces/{spaceId}/git",
    tag: "Content",
    summary: "Bind a space to a Git repository, or change how",
    access,
    roles: managers,
    body: updateSchema,
    response: gitSyncSchema,
    errors: ["conflict"],
    example: { body: { remote: "https://git.example.com/docs.git" }, response: example },
  }),
  deleteGitSync: operation({
    method: "DELETE",
    path: "/spaces/{spaceId}/git",
    tag: "Content",
    summary: "End the binding of a space; its pages and the repository stay as they are",
    access,
    roles: managers,
    example: {},
  }),
  startGitSync: operation({
    method: "POST",
    path: "/spaces/{spaceId}/git/sync",
    tag: "Content",
    summary: "Sync a space with its repository; emits space_gitsync_started and space_gitsync_completed",
    access,
    roles: editors,
    body: startSchema,
    status: 202,
    response: gitSyncSchema,
    errors: ["conflict"],
    example: { body: { prefer: "repository" }, response: { ...example, state: "waiting" } },
  }),
});
