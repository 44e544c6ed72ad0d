import { type ApiClient, ApiError } from "@plugboard/api/client";
import { configureGitSync, startGitSync } from "@plugboard/content/routes";
import type { CompatCall } from "./compat-call.ts";

interface GitOperation {
  /** The repository; may contain a user name and a password. */
  readonly url: string;
  /** A ref such as `refs/heads/main`. */
  readonly ref: string;
  readonly repoProjectDirectory?: string | undefined;
  readonly standalone?: boolean | undefined;
}

/** Git import and export. Both bind the space to the repository and queue a sync in one direction. */
export const gitCalls: Readonly<Record<string, CompatCall>> = {
  "spaces.importGitRepository": (api: ApiClient, spaceId: string, operation: GitOperation) =>
    sync(api, spaceId, "import", operation),
  "spaces.exportToGitRepository": (api: ApiClient, spaceId: string, operation: GitOperation) =>
    sync(api, spaceId, "export", operation),
};

async function sync(
  api: ApiClient,
  spaceId: string,
  direction: "import" | "export",
  { url, ref, repoProjectDirectory = "", standalone = false }: GitOperation,
): Promise<void> {
  if (standalone) {
    const message = `A standalone Git ${direction} is not supported: a sync always updates the space and its branch.`;
    throw new ApiError("invalid_request", message, { status: 501 });
  }
  const remote = new URL(url);
  const { username, password } = remote;
  remote.username = "";
  remote.password = "";
  await api.call(configureGitSync, {
    params: { spaceId },
    body: {
      remote: remote.href,
      branch: ref.replace(/^refs\/heads\//, ""),
      folder: repoProjectDirectory
        .split("/")
        .filter((part) => part !== "" && part !== ".")
        .join("/"),
      direction,
      ...(password !== "" && {
        credentials: {
          username: decodeURIComponent(username) || "git",
          password: decodeURIComponent(password),
        },
      }),
    },
  });
  const prefer = direction === "import" ? "repository" : "space";
  await api.call(startGitSync, { params: { spaceId }, body: { prefer } });
}
