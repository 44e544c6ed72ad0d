import {
  defineOperations,
  editors,
  everyMember,
  limits,
  managers,
  operation,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { GitSyncResource } from "../../client/types.ts";

const minSeconds = 60;
const maxSeconds = 30 * 24 * 3600;
const directions = ["both", "export", "import"] as const;

const gitSyncSchema = shape(
  "GitSyncResource",
  "The connection of a space to a Git repository.",
  z.object({
    spaceId: z.string(),
    remote: z.string(),
    branch: z.string(),
    folder: z.string(),
    direction: z.enum(directions),
    everySeconds: z.int().optional(),
    hasCredentials: z.boolean(),
    hookUrl: z
      .url()
      .describe(
        "The URL for the Git host's signed push events. They are accepted if the connection has a hook secret.",
      ),
    hasHookSecret: z.boolean(),
    state: z.enum(["idle", "running", "waiting"]),
    lastSync: shape(
      "GitSyncResultResource",
      "The result of a sync.",
      z.object({
        state: z.enum(["failure", "success"]),
        endedAt: z.iso.datetime(),
        commitId: z.string().optional().describe("The commit of both sides after the sync."),
        revisionId: z.string().describe("The space's revision after the sync."),
        detail: z.string().optional().describe("Why the sync failed."),
        conflicts: z.array(z.string()).describe("Files that changed on both sides."),
      }),
    ).optional(),
  }),
);

const secret = z.string().min(1).max(limits.identifierLength);

const updateSchema = shape(
  "GitSyncUpdate",
  "A new or changed Git connection.",
  z.object({
    remote: z
      .string()
      .min(1)
      .max(limits.urlLength)
      .describe("An https or ssh URL, or a file URL if the operator allows it."),
    branch: z.string().min(1).max(limits.identifierLength).optional().describe("Defaults to `main`."),
    folder: z
      .string()
      .max(limits.identifierLength)
      .optional()
      .describe("The folder that holds the pages. Defaults to the whole repository."),
    direction: z
      .enum(directions)
      .optional()
      .describe("`import` and `export` overwrite one side; `both` merges. Defaults to `both`."),
    everySeconds: z
      .int()
      .min(minSeconds)
      .max(maxSeconds)
      .optional()
      .describe(
        "Interval of automatic syncs, at least 60 seconds. By default the space syncs on request only.",
      ),
    credentials: z
      .object({ username: secret, password: z.string().min(1).max(limits.secretLength) })
      .optional()
      .describe(
        "Credentials for an https remote. Omit them to keep the current ones while the remote stays the same.",
      ),
    hookSecret: secret
      .optional()
      .describe("The key of the Git host's push event signatures. Omit it to keep the current one."),
  }),
);

const startSchema = shape(
  "GitSyncStart",
  "A sync to start.",
  z.object({
    prefer: z
      .enum(["repository", "space"])
      .optional()
      .describe("The side that wins conflicts, and the first sync if both sides have pages."),
  }),
);

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

/** Operations for Git connections of spaces. */
export const gitSyncOperations = defineOperations(
  {
    getGitSync: operation({
      method: "GET",
      path: "/spaces/{spaceId}/git",
      tag: "Content",
      summary: "Read a space's Git connection and the result of its last sync",
      access,
      roles: everyMember,
      response: gitSyncSchema,
      example: { response: example },
    }),
    configureGitSync: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/git",
      tag: "Content",
      summary: "Connect a space to a Git repository, or change the connection",
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
      summary: "Disconnect a space from Git; its pages and the repository are unchanged",
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
  },
  pathParameters,
);
