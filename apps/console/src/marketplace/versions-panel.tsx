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

/** Lists an integration's versions for its publisher, with rollback and unpublish. */
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
                <span className="badge">rollback to version {version.restored}</span>
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

/** Returns a sentence on the changes a version made to the manifest. */
function describeChanges(
  version: IntegrationVersionResource,
  before: IntegrationVersionResource | undefined,
): string {
  if (before === undefined)
    return version.version === 1 ? "First version." : "Earlier versions are no longer stored.";
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
    ? "No changes to permissions, settings, blocks or code."
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
      showToast({ title: `Rolled back to version ${version.version} as version ${next}` });
    },
  );
  return (
    <ConfirmDialog
      title={`Roll back to version ${version.version}?`}
      consequence={
        <>
          <p>
            All installations are updated immediately, as a new version. Changes from the current version:
          </p>
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
              ? "It is removed from the marketplace."
              : `It is removed from the marketplace, and ${formatCount(count, "installation")} that you can see ${count === 1 ? "is" : "are"} deleted, with settings, connected accounts and webhook endpoints.`}
          </p>
          <p>All versions and files are deleted. Past deliveries stay listed. You can’t undo this.</p>
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
