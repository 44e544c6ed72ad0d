import type { IntegrationResource, IntegrationVersionResource } from "@plugboard/api/client";
import {
  listInstallations,
  listIntegrationVersions,
  removeIntegration,
  rollBackIntegration,
} from "@plugboard/api/routes";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount } from "../ui/format.ts";
import { Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";

/** What was published of an integration, for its publisher: what each version changed, going back to one, and unpublishing. */
export function VersionsPanel({ integration }: { readonly integration: IntegrationResource }) {
  const { name, title } = integration;
  const versions = useReadAll(listIntegrationVersions, { params: { integration: name } });
  const [rollingBack, setRollingBack] = useState<IntegrationVersionResource>();
  const [unpublishing, setUnpublishing] = useState(false);
  const items = versions.data ?? [];
  return (
    <section className="panel" aria-label="Versions">
      <header className="panel-header">
        <h2>Versions</h2>
        <span className="end">
          <Button onClick={() => setUnpublishing(true)}>Unpublish…</Button>
        </span>
      </header>
      <ErrorMessage error={versions.error} onRetry={() => void versions.refetch()} />
      {versions.isPending && <Skeleton />}
      <ul className="plain-list">
        {items.map((version, index) => (
          <li key={version.version} className="version-row">
            <div className="row">
              <strong>Version {version.version}</strong>
              {version.isCurrent && (
                <span className="badge" data-tone="good">
                  current
                </span>
              )}
              {version.restored !== undefined && (
                <span className="badge">brought version {version.restored} back</span>
              )}
              <span className="hint">
                <TimeAgo time={version.publishedAt} />
              </span>
              {!version.isCurrent && (
                <span className="end">
                  <Button
                    aria-label={`Roll back to version ${version.version}`}
                    onClick={() => setRollingBack(version)}
                  >
                    Roll back
                  </Button>
                </span>
              )}
            </div>
            <p className="hint">{describeChanges(version, items[index + 1])}</p>
          </li>
        ))}
      </ul>
      {rollingBack !== undefined && (
        <RollBackDialog
          integration={integration}
          current={items.find(({ isCurrent }) => isCurrent)}
          version={rollingBack}
          onClose={() => setRollingBack(undefined)}
        />
      )}
      {unpublishing && <UnpublishDialog name={name} title={title} onClose={() => setUnpublishing(false)} />}
    </section>
  );
}

/** What a version changed of what the one before declared, as a sentence. */
function describeChanges(
  version: IntegrationVersionResource,
  before: IntegrationVersionResource | undefined,
): string {
  if (before === undefined) return version.version === 1 ? "The first version." : "Older ones are not kept.";
  const kinds = [
    ["permission", "scopes"],
    ["setting", "settings"],
    ["block", "blocks"],
  ] as const;
  const changes = kinds.flatMap(([word, kind]) => {
    const [now, then]: readonly (readonly string[])[] = [version.declares[kind], before.declares[kind]];
    return [
      ...(now ?? []).filter((one) => then?.includes(one) === false).map((one) => `new ${word} ${one}`),
      ...(then ?? []).filter((one) => now?.includes(one) === false).map((one) => `without ${word} ${one}`),
    ];
  });
  if (version.bundle?.hash !== before.bundle?.hash) changes.push("other code");
  if (version.url !== before.url) changes.push(version.url === undefined ? "run here" : `at ${version.url}`);
  return changes.length === 0
    ? "The same permissions, settings, blocks and code."
    : `${changes.join(" · ")}.`;
}

interface RollBackDialogProps {
  readonly integration: IntegrationResource;
  readonly current: IntegrationVersionResource | undefined;
  readonly version: IntegrationVersionResource;
  readonly onClose: () => void;
}

function RollBackDialog({ integration, current, version, onClose }: RollBackDialogProps) {
  const rollBack = useChange(
    () =>
      api.call(rollBackIntegration, {
        params: { integration: integration.name },
        body: { version: version.version },
        ifMatch: integration.version,
      }),
    ({ version: next }) => {
      onClose();
      showToast({ title: `Version ${version.version} is back, as version ${next}` });
    },
  );
  return (
    <ConfirmDialog
      title={`Roll back to version ${version.version}?`}
      consequence={
        <>
          <p>Every installation gets it at once, as a new version. Compared with the current one it has:</p>
          <p>{current === undefined ? "" : describeChanges(version, current)}</p>
        </>
      }
      action="Roll back"
      busy={rollBack.isPending}
      error={rollBack.error}
      onConfirm={() => rollBack.mutate(undefined)}
      onCancel={onClose}
    />
  );
}

interface UnpublishDialogProps {
  readonly name: string;
  readonly title: string;
  readonly onClose: () => void;
}

function UnpublishDialog({ name, title, onClose }: UnpublishDialogProps) {
  const installations = useReadAll(listInstallations);
  const navigate = useNavigate();
  const count = installations.data?.filter(({ integration }) => integration === name).length ?? 0;
  const remove = useChange(
    () => api.call(removeIntegration, { params: { integration: name } }),
    () => {
      showToast({ title: `Unpublished ${title}` });
      void navigate({ to: "/marketplace" });
    },
  );
  return (
    <ConfirmDialog
      title={`Unpublish ${title}?`}
      consequence={
        <>
          <p>
            {count === 0
              ? "It leaves the marketplace."
              : `It leaves the marketplace, and ${formatCount(count, "installation")} that you can see ${count === 1 ? "is" : "are"} removed with settings, connected accounts and webhook endpoints.`}
          </p>
          <p>Its versions and files are removed. The deliveries so far stay listed.</p>
        </>
      }
      action="Unpublish"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
