import type { PortalOrigin } from "@plugboard/api/client";
import { addPortalOrigin, listPortalOrigins, removePortalOrigin } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";

interface PortalOriginsProps {
  readonly organizationId: string;
}

/** Lists the sites that can embed an organization's portal, and adds and removes them. */
export function PortalOrigins({ organizationId }: PortalOriginsProps) {
  const params = { organizationId };
  const [typed, setTyped] = useState("");
  const own = useReadAll(listPortalOrigins, { params });
  const enforced = useQuery({
    // A policy from before a change would show the organization's origins as the server's.
    queryKey: ["portal origins", organizationId, own.data],
    queryFn: () => readEnforcedOrigins(organizationId),
    enabled: own.isSuccess,
  });
  const add = useChange(
    () => api.call(addPortalOrigin, { params, body: { origin: typed } }),
    ({ origin }) => {
      setTyped("");
      showToast({ title: `${origin} can embed the portal` });
    },
  );
  const problem = problemAt(add.error, "origin");
  const ofOrganization = own.data ?? [];
  const ofServer = (enforced.data ?? []).filter((each) =>
    ofOrganization.every(({ origin }) => origin !== each),
  );
  return (
    <section className="entry-form" aria-label="Sites that can embed the portal">
      <h3>Sites that can embed the portal</h3>
      <ErrorMessage error={own.error ?? enforced.error} />
      {own.isSuccess && enforced.isSuccess && ofOrganization.length + ofServer.length === 0 && (
        <p className="hint">None. Links open in their own tab.</p>
      )}
      <ul className="plain-list">
        {ofServer.map((origin) => (
          <li key={origin} className="row">
            <code className="clip" title={origin}>
              {origin}
            </code>
            <span className="hint end">set on the server</span>
          </li>
        ))}
        {ofOrganization.map((origin) => (
          <AllowedOrigin key={origin.id} organizationId={organizationId} allowed={origin} />
        ))}
      </ul>
      <Form className="entry-form" onSubmit={() => add.mutate(undefined)}>
        <TextField
          label="Site"
          hint="The origin of the page, such as https://app.example.com."
          problem={problem}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            add.reset();
          }}
        />
        {problem === undefined && <ErrorMessage error={add.error} />}
        <p className="row">
          <Button type="submit" busy={add.isPending}>
            Add site
          </Button>
        </p>
      </Form>
    </section>
  );
}

interface AllowedOriginProps extends PortalOriginsProps {
  readonly allowed: PortalOrigin;
}

function AllowedOrigin({ organizationId, allowed: { id, origin } }: AllowedOriginProps) {
  const params = { organizationId, portalOriginId: id };
  const remove = useChange(
    () => api.call(removePortalOrigin, { params }),
    () => showToast({ title: `${origin} can no longer embed the portal` }),
  );
  return (
    <li>
      <div className="row">
        <code className="clip" title={origin}>
          {origin}
        </code>
        <span className="end">
          <Button
            aria-label={`Remove ${origin}`}
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Remove
          </Button>
        </span>
      </div>
      <ErrorMessage error={remove.error} />
    </li>
  );
}

/** Reads the origins from the policy that browsers enforce. */
async function readEnforcedOrigins(organizationId: string): Promise<readonly string[]> {
  const { headers } = await fetch(`/portal/${organizationId}`, { method: "HEAD" });
  const [, sources = ""] = /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "") ?? [];
  return sources.split(" ").filter((source) => /^https?:/.test(source));
}
