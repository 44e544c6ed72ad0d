import type { InstallationResource } from "@plugboard/api/client";

/** An installation's status; one whose integration reported a problem is not called active. */
export function statusOf({
  status,
  problems = [],
}: { readonly status: string } & Pick<InstallationResource, "problems">): string {
  return status === "active" && problems.length > 0 ? "not working" : status;
}
