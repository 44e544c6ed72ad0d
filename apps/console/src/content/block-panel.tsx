import type { InstallationResource } from "@plugboard/api/client";
import {
  getIntegrationManifest,
  listInstallations,
  listSpaceInstallations,
  renderComponent,
} from "@plugboard/api/routes";
import type { ManifestBlock } from "@plugboard/manifest";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import { useCallback, useMemo, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useRead } from "../data/queries.ts";
import { useTheme } from "../ui/theme.ts";

const noProps = {};

interface BlockPanelProps {
  readonly spaceId: string;
  readonly pageId: string;
}

interface OfferedBlock {
  readonly installation: InstallationResource;
  readonly block: ManifestBlock;
}

/** The blocks that active integrations offer; a chosen one is rendered in place. */
export function BlockPanel({ spaceId, pageId }: BlockPanelProps) {
  const installations = useRead(listInstallations);
  const [chosen, setChosen] = useState<OfferedBlock | undefined>();
  const active = installations.data?.items.filter(({ status }) => status === "active") ?? [];
  return (
    <section className="panel" aria-label="Blocks">
      <h2>Blocks</h2>
      <p className="row offers">
        {active.map((installation) => (
          <BlockButtons
            key={installation.id}
            installation={installation}
            spaceId={spaceId}
            onChoose={setChosen}
          />
        ))}
      </p>
      <p className="hint">No integration that is installed in this space offers a block.</p>
      {chosen !== undefined && (
        <RenderedBlock
          key={`${chosen.installation.id}:${chosen.block.id}`}
          {...chosen}
          spaceId={spaceId}
          pageId={pageId}
        />
      )}
    </section>
  );
}

interface BlockButtonsProps {
  readonly installation: InstallationResource;
  readonly spaceId: string;
  readonly onChoose: (block: OfferedBlock) => void;
}

function BlockButtons({ installation, spaceId, onChoose }: BlockButtonsProps) {
  const { id: installationId, integration } = installation;
  const spaceInstallations = useRead(listSpaceInstallations, { params: { installationId } });
  const manifest = useRead(getIntegrationManifest, { params: { integration } });
  const isHere = spaceInstallations.data?.items.some(
    ({ space, status }) => space === spaceId && status === "active",
  );
  if (isHere !== true) return null;
  // The API passes them on as the manifest has them, which the platform checked when it was published.
  const blocks = (manifest.data?.blocks ?? []) as readonly ManifestBlock[];
  return blocks.map((block) => (
    <button
      key={block.id}
      type="button"
      className="button"
      title={block.description}
      onClick={() => onChoose({ installation, block })}
    >
      {block.title}
    </button>
  ));
}

function RenderedBlock({ installation, block, spaceId, pageId }: OfferedBlock & BlockPanelProps) {
  const theme = useTheme();
  const dispatch = useCallback(
    ({ componentId, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId: installation.id, componentId }, body }),
    [installation.id],
  );
  const context = useMemo(
    () => ({ type: "document" as const, theme, spaceId, pageId }),
    [theme, spaceId, pageId],
  );
  return <ComponentView dispatch={dispatch} componentId={block.id} props={noProps} context={context} />;
}
