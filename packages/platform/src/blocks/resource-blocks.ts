import type { PlatformContext } from "../database/platform-context.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { findActiveInstallations } from "./find-active-installations.ts";

/** A block that an integration shows in a resource of the product. */
export interface ResourceBlock {
  readonly installationId: string;
  readonly integration: string;
  /** The id to render it by, with `createRenderComponent`. */
  readonly component: string;
  readonly title: string;
  /** Whether links become this block; see `unfurlLink`. */
  readonly unfurls: boolean;
}

/**
 * Returns the blocks of the integrations active in a resource of the product, by integration.
 *
 * @example
 * import { createRenderComponent, listResourceBlocks, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const resource = { kind: "project", id: "prj_1" };
 * const render = createRenderComponent(platform);
 * for (const { installationId, component } of await listResourceBlocks(platform, resource)) {
 *   const context = { type: "document", theme: "light", resource } as const;
 *   console.log(await render({ installationId, componentId: component, props: {}, context }));
 * }
 */
export async function listResourceBlocks(
  context: PlatformContext,
  resource: ProductRef,
): Promise<readonly ResourceBlock[]> {
  const blocks: ResourceBlock[] = [];
  for (const [integration, installationId] of await findActiveInstallations(context, [resource])) {
    const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
    for (const { id: component, title, urlUnfurl = [] } of manifest.blocks ?? [])
      blocks.push({ installationId, integration, component, title, unfurls: urlUnfurl.length > 0 });
  }
  return blocks;
}
