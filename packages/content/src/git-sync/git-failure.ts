import { PlatformError } from "@plugboard/platform";

// Git's own output is never shown to users, because it repeats data from servers and reveals whether a port is
// open.
const remoteFailures: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /returned error: 40[134]|Authentication failed|could not read (?:Username|Password)|Permission denied|access denied|HTTP 40[134]/i,
    "The host refused access. Check that the repository exists and that the credentials may read it, and write to it unless it is only imported.",
  ],
  [
    /\[remote rejected\]|\[rejected\]|hook declined|protected branch|failed to push/i,
    "The repository refused the push. Check that its branch accepts pushes, or sync again if it has just changed.",
  ],
  [/Host key verification failed/i, "The platform's operator has not listed the host's SSH key."],
  [/does not appear to be a git repository|not found/i, "There is no Git repository at this URL."],
  [
    /fsck error|index-pack|unpack-objects|bad (?:object|tree|pack)|corrupt|invalid index-pack/i,
    "The repository holds objects that Git rejects. Run `git fsck --strict` on it.",
  ],
];

const unreachable =
  "The repository cannot be reached. Check the URL, and that the host is online and has a valid certificate.";

/** The limit that stopped Git. */
export type GitStop = "size" | "time";

/** Messages of syncs that were stopped by a limit. */
export const stopMessages: Readonly<Record<GitStop, string>> = {
  size: "The repository is too large to sync.",
  time: "The sync took too long and was stopped.",
};

/** Returns the error for a failed Git command, with Git's own text as its cause. */
export function toGitFailure(stderr: string, isRemote: boolean): PlatformError {
  const cause = new Error(stderr.trim().slice(-2000));
  if (!isRemote) return new PlatformError("conflict", "Git failed to process the repository.", [], { cause });
  const [, message = unreachable] = remoteFailures.find(([pattern]) => pattern.test(stderr)) ?? [];
  return new PlatformError("conflict", message, [], { cause });
}
