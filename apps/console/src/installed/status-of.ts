import type { InstallationResource } from "@plugboard/api/client";

/** Returns an installation's status. An installation with reported problems isn't shown as active. */
export function statusOf({
  status,
  problems = [],
}: { readonly status: string } & Pick<InstallationResource, "problems">): string {
  return status === "active" && problems.length > 0 ? "not working" : status;
}
