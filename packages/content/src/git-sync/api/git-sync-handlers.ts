import type { GitSyncResource } from "../../client/types.ts";
import { PlatformError, defineFeature, type Feature, type Platform } from "@plugboard/platform";
import { type HandlersOf, isoTime } from "@plugboard/platform/product";
import { bindGit, type GitBinding, getGitBinding, requestGitSync, unbindGit } from "../git-bindings.ts";
import type { GitProgram } from "../git-program.ts";
import { gitSyncOperations } from "../contract/git-sync-operations.ts";

/** Creates the API of Git sync. Without `git`, bindings can only be read and removed. */
export function createGitSyncFeature(git: GitProgram | undefined): Feature {
  const requireGit = (): GitProgram => {
    if (git !== undefined) return git;
    throw new PlatformError("conflict", "Git sync is disabled on this platform. Its operator can enable it.");
  };
  return defineFeature(gitSyncOperations, (platform) => createHandlers(platform, requireGit));
}

function createHandlers(
  platform: Platform,
  requireGit: () => GitProgram,
): HandlersOf<typeof gitSyncOperations> {
  const show = (binding: GitBinding): GitSyncResource => {
    const { spaceId, remote, branch, folder, direction, everySeconds, lastSync } = binding;
    const isWaiting = (binding.dueAt ?? Number.POSITIVE_INFINITY) <= platform.now();
    return {
      spaceId,
      remote,
      branch,
      folder,
      direction,
      everySeconds,
      hasCredentials: binding.credentials !== undefined,
      hookUrl: `${platform.urls.public}/git/${spaceId}`,
      hasHookSecret: binding.hookSecret !== undefined,
      state: binding.isRunning ? "running" : isWaiting ? "waiting" : "idle",
      lastSync: lastSync && { ...lastSync, endedAt: isoTime(lastSync.endedAt) },
    };
  };
  return {
    getGitSync: async ({ params }) => show(await getGitBinding(platform, params.spaceId)),
    configureGitSync: async ({ params, body }) => {
      const { branch = "main", folder = "", direction = "both", ...binding } = body;
      return show(
        await bindGit(platform, requireGit(), params.spaceId, { ...binding, branch, folder, direction }),
      );
    },
    deleteGitSync: async ({ params }) => await unbindGit(platform, params.spaceId),
    startGitSync: async ({ params, body: { prefer } }) => {
      requireGit();
      return show(await requestGitSync(platform, params.spaceId, prefer));
    },
  };
}
