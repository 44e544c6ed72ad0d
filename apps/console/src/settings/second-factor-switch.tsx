import type { OrganizationResource } from "@plugboard/api/client";
import { updateOrganization } from "@plugboard/api/routes";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";

/** Lets an owner require two-factor authentication for all members. */
export function SecondFactorSwitch({ organization }: { readonly organization: OrganizationResource }) {
  const { id: organizationId, requiresSecondFactor = false } = organization;
  const change = useChange(
    (required: boolean) =>
      api.call(updateOrganization, { params: { organizationId }, body: { requiresSecondFactor: required } }),
    ({ requiresSecondFactor: required }) =>
      showToast({
        title:
          required === true
            ? "Two-factor authentication is now required"
            : "Two-factor authentication is now optional",
      }),
  );
  return (
    <section className="panel" aria-label="Two-factor authentication">
      <h2>Two-factor authentication</h2>
      <label className="row">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : requiresSecondFactor}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        Require two-factor authentication for all members
      </label>
      <p className="hint">
        Members without it lose access until they set it up in their account. API keys aren’t affected. Off by
        default.
      </p>
      <ErrorMessage error={change.error} />
    </section>
  );
}
