import type { JsonObject } from "@plugboard/api";
import { matchesUrlPattern } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createRenderComponent } from "../dispatch/render-component.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { findBlockInstallations } from "./page-blocks.ts";

/** The block that a link becomes. */
export interface UnfurledBlock {
  readonly installationId: string;
  readonly integration: string;
  readonly component: string;
  readonly props: JsonObject;
}

/**
 * Asks the integration whose manifest names such links in `blocks[].urlUnfurl` for the block that a link becomes: its component
 * gets `@link.unfurl`, and what it responds with as props is the block's. Of several, the first by name is asked.
 *
 * @throws PlatformError `not_found` where no integration that is active in the space takes the link, `integration_failed` or
 * `integration_unreachable`
 * @example
 * import { unfurlLink, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const url = "https://github.com/acme/docs/issues/7";
 * const { component, props } = await unfurlLink(platform, { spaceId: "spc_1", url });
 * console.log(component, props);
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
    `${integration} made no block of the link: ${component} completed instead of responding with its props.`,
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
  throw new PlatformError(
    "not_found",
    "No integration that is active in this space makes a block of such links.",
  );
}
