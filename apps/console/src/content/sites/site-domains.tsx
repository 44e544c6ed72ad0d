import type { SiteDomain } from "@plugboard/content/types";
import { addSiteDomain, checkSiteDomain, listSiteDomains, removeSiteDomain } from "@plugboard/content/routes";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Form } from "../../ui/form.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { problemAt, TextField } from "../../ui/text-field.tsx";
import { TimeAgo } from "../../ui/time.tsx";

interface SiteDomainsProps {
  readonly siteId: string;
}

/** Lists a site's own domains with their DNS records, and adds, checks and removes them. */
export function SiteDomains({ siteId }: SiteDomainsProps): ReactNode {
  const params = { siteId };
  const { isManager } = useSignedIn();
  const domains = useReadAll(listSiteDomains, { params });
  const [typed, setTyped] = useState("");
  const add = useChange(
    () => api.call(addSiteDomain, { params, body: { domain: typed } }),
    ({ domain }) => {
      setTyped("");
      showToast({ title: `Added ${domain}. Create its DNS records` });
    },
  );
  const problem = problemAt(add.error, "domain");
  return (
    <section className="panel" aria-labelledby="site-domains">
      <h2 id="site-domains">Domains</h2>
      <p className="hint">
        Serve this site at your own domain, such as docs.example.com. Its address on this server keeps
        working.
      </p>
      <ErrorMessage error={domains.error} onRetry={() => void domains.refetch()} />
      {domains.data?.map((domain) => (
        <DomainPanel key={domain.domain} siteId={siteId} domain={domain} canChange={isManager} />
      ))}
      {domains.data?.length === 0 && !isManager && <p>No domains.</p>}
      {isManager && (
        <Form className="entry-form" onSubmit={() => add.mutate(undefined)}>
          <TextField
            label="Domain"
            hint="A hostname without https://, port or path."
            problem={problem}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              add.reset();
            }}
          />
          {problem === undefined && <ErrorMessage error={add.error} />}
          <p className="row">
            <Button type="submit" busy={add.isPending} disabled={typed.trim() === ""}>
              Add domain
            </Button>
          </p>
        </Form>
      )}
    </section>
  );
}

const explanations: Readonly<Record<SiteDomain["status"], string>> = {
  pending: "Create these DNS records, then check them. They are also checked every hour for 7 days.",
  verified: "The site is served here. Keep the TXT record: without it, the domain fails after 3 days.",
  failed: "The site isn’t served here. Create the TXT record and check again.",
};

interface DomainPanelProps extends SiteDomainsProps {
  readonly domain: SiteDomain;
  readonly canChange: boolean;
}

function DomainPanel({ siteId, domain: shown, canChange }: DomainPanelProps) {
  const { domain, status, records, problem, url, checkedAt } = shown;
  const params = { siteId, domainName: domain };
  const [isRemoving, setRemoving] = useState(false);
  const check = useChange(
    () => api.call(checkSiteDomain, { params }),
    (checked) =>
      showToast({
        title: checked.status === "verified" ? `${domain} is verified` : `${domain} isn’t verified yet`,
      }),
  );
  const remove = useChange(
    () => api.call(removeSiteDomain, { params }),
    () => {
      setRemoving(false);
      showToast({ title: `Removed ${domain}` });
    },
  );
  return (
    <section className="entry-form" aria-label={domain}>
      <header className="panel-header">
        <h3>
          {status === "verified" ? (
            <a href={url} target="_blank" rel="noreferrer">
              {domain}
            </a>
          ) : (
            domain
          )}
        </h3>
        <StatusBadge status={status} />
        {canChange && (
          <span className="actions end">
            <Button
              icon={RefreshCw}
              aria-label={`Check now: ${domain}`}
              busy={check.isPending}
              onClick={() => check.mutate(undefined)}
            >
              Check now
            </Button>
            <Button aria-label={`Remove ${domain}`} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </span>
        )}
      </header>
      <p className="hint">
        {explanations[status]}
        {checkedAt !== undefined && (
          <>
            {" "}
            Checked <TimeAgo time={checkedAt} />.
          </>
        )}
      </p>
      {problem !== undefined && (
        <div className="error">
          <p>{problem}</p>
        </div>
      )}
      <ErrorMessage error={check.error} />
      <dl className="facts">
        {records.flatMap(({ type, name, value }) => [
          <dt key={`${type} name`}>{type} name</dt>,
          <dd key={`${type} name of`}>
            <Copyable text={name} label={`Copy ${type} name of ${domain}`} />
          </dd>,
          <dt key={`${type} value`}>{type} value</dt>,
          <dd key={`${type} value of`}>
            <Copyable text={value} label={`Copy ${type} value of ${domain}`} />
          </dd>,
        ])}
      </dl>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${domain}?`}
          consequence={
            <p>The site will no longer be served at {domain}. Links to it will stop working immediately.</p>
          }
          action="Remove"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onCancel={() => setRemoving(false)}
        />
      )}
    </section>
  );
}
