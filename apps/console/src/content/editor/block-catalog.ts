import { getInstallationManifest, listInstallations } from "@plugboard/api/routes";
import { listSpaceInstallations } from "@plugboard/content/routes";
import type { ManifestBlock } from "@plugboard/manifest";
import { useQuery } from "@tanstack/react-query";
import { api, readAll } from "../../data/platform-api.ts";

/** A block that an integration offers in a space. */
export interface OfferedBlock {
  readonly installationId: string;
  readonly integration: string;
  readonly component: string;
  readonly title: string;
  readonly description: string;
}

/** Returns the blocks of all integrations that are active in a space. */
export function useBlockCatalog(spaceId: string): readonly OfferedBlock[] {
  const { data = [] } = useQuery({ queryKey: ["blocks", spaceId], queryFn: () => readCatalog(spaceId) });
  return data;
}

/** Reads the blocks of all integrations that are active in a space. */
export async function readCatalog(spaceId: string): Promise<readonly OfferedBlock[]> {
  const installations = await readAll(listInstallations);
  const active = installations.filter(({ status }) => status === "active");
  const offered = await Promise.all(
    active.map(async ({ id: installationId, integration }) => {
      const spaces = await readAll(listSpaceInstallations, { params: { installationId } });
      if (!spaces.some(({ space, status }) => space === spaceId && status === "active")) return [];
      // An installation can run an older version than the published one.
      const manifest = await api.call(getInstallationManifest, { params: { installationId } });
      // The API returns the manifest's blocks unchanged; the platform validated them on publish.
      const blocks = (manifest.blocks ?? []) as readonly ManifestBlock[];
      return blocks.map(({ id, title, description }) => ({
        installationId,
        integration,
        component: id,
        title,
        description,
      }));
    }),
  );
  return offered.flat();
}
