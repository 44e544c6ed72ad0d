import type { JsonObject } from "@plugboard/api";
import { matchesUrlPattern } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createRenderComponent } from "../dispatch/render-component.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { findBlockInstallations } from "./page-blocks.ts";

/** The block created from a link. */
export interface UnfurledBlock {
  readonly installationId: string;
  readonly integration: string;
  readonly component: string;
  readonly props: JsonObject;
}

/**
 * Converts a link to a block. The integration whose manifest matches the link in `blocks[].urlUnfurl`
 * receives `@link.unfurl` and returns the block's props. If several match, the first by name is used.
 *
 * @throws PlatformError `not_found` if no integration active in the space matches the link,
 * `integration_failed` or `integration_unreachable`
 */
export async function unfurlLink(
  context: DispatchContext,
  {
    spaceId,
    pageId,
    url,
  }: { readonly spaceId: string; readonly pageId?: string | undefined; readonly url: string },
): Promise<UnfurledBlock> {
  const { installationId, integration, component } = await findUnfurler(context, spaceId, url);
  const response = await createRenderComponent(context)({
    installationId,
    componentId: component,
    props: {},
    action: { action: "@link.unfurl", url },
    context: {
      type: "document",
      theme: "light",
      spaceId,
      ...(pageId !== undefined && { pageId }),
      editable: true,
    },
  });
  if (response.type === "element") return { installationId, integration, component, props: response.props };
  throw new PlatformError(
    "integration_failed",
    `${integration} returned no block for the link: ${component} completed without props.`,
  );
}

async function findUnfurler(context: DispatchContext, spaceId: string, url: string) {
  const installations = await findBlockInstallations(context, { spaceId });
  const byName = [...installations].toSorted(([one], [other]) => one.localeCompare(other));
  for (const [integration, installationId] of byName) {
    const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
    const block = manifest.blocks?.find(({ urlUnfurl = [] }) =>
      urlUnfurl.some((pattern) => matchesUrlPattern(pattern, url)),
    );
    if (block !== undefined) return { installationId, integration, component: block.id };
  }
  throw new PlatformError("not_found", "No integration active in this space supports this link.");
}
