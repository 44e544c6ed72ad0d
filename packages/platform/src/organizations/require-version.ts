import { PlatformError } from "../common/platform-error.ts";

/** Checks the version that a request's `If-Match` names, if any. @throws PlatformError `precondition_failed` */
export function requireVersion(
  what: string,
  { version }: { readonly version: number },
  ifVersion: string | undefined,
): void {
  if (ifVersion === undefined || ifVersion === String(version)) return;
  throw new PlatformError("precondition_failed", `The ${what} has changed. Read it and try again.`);
}
