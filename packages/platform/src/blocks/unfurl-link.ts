import type { JsonObject } from "@plugboard/api";
import { matchesUrlPattern } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createRenderComponent } from "../dispatch/render-component.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { findActiveInstallations } from "./page-blocks.ts";

/** The block created from a link. */
export interface UnfurledBlock {
  readonly installationId: string;
  readonly integration: string;
  readonly component: string;
  readonly props: JsonObject;
}

interface PageLocation {
  readonly spaceId: string;
  readonly pageId?: string | undefined;
}

/** The page, or the resource of the product, that a link was pasted into. */
export type LinkLocation = PageLocation | { readonly resource: ProductRef };

/**
 * Converts a link to a block. The integration whose manifest matches the link in `blocks[].urlUnfurl`
 * receives `@link.unfurl` and returns the block's props. If several match, the first by name is used.
 *
 * @throws PlatformError `not_found` if no integration active there matches the link,
 * `integration_failed` or `integration_unreachable`
 *
 * @example
 * import { type Platform, unfurlLink } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const resource = { kind: "project", id: "prj_1" };
 * const url = "https://status.example.com/incidents/7";
 * console.log((await unfurlLink(platform, { resource, url })).component);
 */
export async function unfurlLink(
  context: DispatchContext,
  { url, ...location }: LinkLocation & { readonly url: string },
): Promise<UnfurledBlock> {
  const { installationId, integration, component } = await findUnfurler(context, location, url);
  const response = await createRenderComponent(context)({
    installationId,
    componentId: component,
    props: {},
    action: { action: "@link.unfurl", url },
    context: {
      type: "document",
      theme: "light",
      ...("resource" in location ? location : pageOf(location)),
      editable: true,
    },
  });
  if (response.type === "element") return { installationId, integration, component, props: response.props };
  throw new PlatformError(
    "integration_failed",
    `${integration} returned no block for the link: ${component} completed without props.`,
  );
}

function pageOf({ spaceId, pageId }: PageLocation) {
  return pageId === undefined ? { spaceId } : { spaceId, pageId };
}

async function findUnfurler(context: DispatchContext, location: LinkLocation, url: string) {
  const resource = "resource" in location ? location.resource : { kind: "space", id: location.spaceId };
  const installations = await findActiveInstallations(context, [resource]);
  const byName = [...installations].toSorted(([one], [other]) => one.localeCompare(other));
  for (const [integration, installationId] of byName) {
    const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
    const block = manifest.blocks?.find(({ urlUnfurl = [] }) =>
      urlUnfurl.some((pattern) => matchesUrlPattern(pattern, url)),
    );
    if (block !== undefined) return { installationId, integration, component: block.id };
  }
  throw new PlatformError("not_found", `No integration active in this ${resource.kind} supports this link.`);
}
