import type { JsonObject, UiContext } from "@plugboard/api";
import { matchesUrlPattern } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createRenderComponent } from "../dispatch/render-component.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { findActiveInstallations } from "./find-active-installations.ts";

/** The block created from a link. */
export interface UnfurledBlock {
  readonly installationId: string;
  readonly integration: string;
  readonly component: string;
  readonly props: JsonObject;
}

/** The resource that a link was pasted into. */
export interface LinkLocation {
  readonly resource: ProductRef;
  /** The fields of the component's context that name the place. Defaults to `resource`. */
  readonly context?: Partial<UiContext> | undefined;
}

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
  { url, resource, context: place = { resource: { ...resource } } }: LinkLocation & { readonly url: string },
): Promise<UnfurledBlock> {
  const { installationId, integration, component } = await findUnfurler(context, resource, url);
  const response = await createRenderComponent(context)({
    installationId,
    componentId: component,
    props: {},
    action: { action: "@link.unfurl", url },
    context: {
      type: "document",
      theme: "light",
      ...place,
      editable: true,
    },
  });
  if (response.type === "element") return { installationId, integration, component, props: response.props };
  throw new PlatformError(
    "integration_failed",
    `${integration} returned no block for the link: ${component} completed without props.`,
  );
}

async function findUnfurler(context: DispatchContext, resource: ProductRef, url: string) {
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
