import type { OrganizationResource } from "@plugboard/api/client";
import { updateOrganization } from "@plugboard/api/routes";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";

/** Lets an owner require a second factor of all members. */
export function SecondFactorSwitch({ organization }: { readonly organization: OrganizationResource }) {
  const { id: organizationId, requiresSecondFactor = false } = organization;
  const change = useChange(
    (required: boolean) =>
      api.call(updateOrganization, { params: { organizationId }, body: { requiresSecondFactor: required } }),
    ({ requiresSecondFactor: required }) =>
      showToast({
        title: required === true ? "A second factor is required" : "A second factor is up to members",
      }),
  );
  return (
    <section className="panel" aria-label="Second factor of members">
      <h2>Second factor of members</h2>
      <label className="row">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : requiresSecondFactor}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        Require a second factor of every member
      </label>
      <p className="hint">
        Members without one are let in again once they have set it up in their account. API keys are not
        concerned.
      </p>
      <ErrorMessage error={change.error} />
    </section>
  );
}
