import type { JsonObject, UiAction, UiContext, UiRenderResponse } from "@plugboard/api";
import type { RevisionAuthor, SelectOption } from "@plugboard/api/client";
import { parseBlocks, type PlacedBlock, replaceBlock } from "../markdown.ts";
import { componentReferencesOf } from "@plugboard/manifest";
import {
  orNotFound,
  PlatformError,
  type PlatformContext,
  type DispatchContext,
  type SelectOptionsRequest,
  type RenderComponent,
  getInstallation,
} from "@plugboard/platform";
import { listSelectOptions, findActiveInstallations, getInstalled } from "@plugboard/platform/product";
import { getPage, type Page, savePage } from "../spaces/pages.ts";

/** A space, or a site that publishes one. */
export interface BlockLocation {
  readonly spaceId: string;
  readonly siteId?: string | undefined;
}

/**
 * Returns the active installations that render blocks in a space or on a site, keyed by integration name.
 */
export async function findBlockInstallations(
  context: PlatformContext,
  { spaceId, siteId }: BlockLocation,
): Promise<ReadonlyMap<string, string>> {
  const site = siteId === undefined ? [] : [{ kind: "site", id: siteId }];
  return await findActiveInstallations(context, [{ kind: "space", id: spaceId }, ...site]);
}

/**
 * Sets the props of a page's block, as a new revision, and emits `space_content_updated`.
 *
 * @throws PlatformError `not_found`, `precondition_failed`, `invalid_request` for props that are too large,
 * `conflict` for a space in the trash
 */
export async function updatePageBlock(
  context: PlatformContext,
  { spaceId, pageId, index }: { readonly spaceId: string; readonly pageId: string; readonly index: number },
  edit: {
    readonly props: JsonObject;
    readonly ifRevisionId?: string | undefined;
    readonly author?: RevisionAuthor | undefined;
  },
): Promise<Page> {
  const page = await getPage(context, spaceId, pageId);
  const block = blockAt(page, index);
  const markdown = replaceBlock(page.markdown, block, { ...block, props: edit.props });
  // Edits the version read here, because a page saved meanwhile can have other blocks.
  const ifRevisionId = edit.ifRevisionId ?? page.revisionId;
  return await savePage(context, spaceId, pageId, { markdown, ifRevisionId, author: edit.author });
}

function blockAt({ id, markdown }: Page, index: number): PlacedBlock {
  return orNotFound(parseBlocks(markdown)[index], `block ${index} in page ${id}`);
}

/** A site visitor's request to render a block. */
export interface BlockRequest {
  readonly siteId: string;
  readonly page: Page;
  /** The claims of a signed-in visitor. */
  readonly claims?: JsonObject | undefined;
  readonly index: number;
  readonly theme: UiContext["theme"];
  /** The block's component, or one it opened in a modal. */
  readonly componentId: string;
  /** Props of the modal's component. The block's own props come from the page. */
  readonly props: JsonObject;
  readonly state?: JsonObject | undefined;
  readonly action?: UiAction | undefined;
}

/**
 * Renders a block of a page for a visitor. The page determines the component and its props, not the visitor;
 * a modal can show any component of the integration except configuration components.
 *
 * @throws PlatformError `not_found` if the block does not exist or its integration is not active here,
 * `integration_failed` or `integration_unreachable`
 *
 * @example
 * import { type BlockRequest, renderPageBlock } from "@plugboard/content";
 * import { createRenderComponent, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const request: BlockRequest;
 * const render = createRenderComponent(platform);
 * console.log(await renderPageBlock(platform, render, request));
 */
export async function renderPageBlock(
  context: PlatformContext,
  render: RenderComponent,
  { siteId, page, claims, index, theme, componentId, props, state, action }: BlockRequest,
): Promise<UiRenderResponse> {
  const { integration, ...block } = blockAt(page, index);
  const { spaceId } = page;
  const installationId = await findInstallationOfBlock(context, { siteId, page, index });
  const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
  const isModal = componentId !== block.component;
  const { blocks = [] } = manifest;
  const isBlock = blocks.some(({ id }) => id === componentId);
  const isPrivate = componentReferencesOf(manifest).some((other) => other.componentId === componentId);
  if (!isBlock && (!isModal || isPrivate))
    throw new PlatformError("not_found", `${integration} has no block ${componentId}.`);
  return await render({
    installationId,
    componentId,
    props: isModal ? props : block.props,
    ...(state !== undefined && { state }),
    ...(action !== undefined && { action }),
    context: {
      type: "document",
      theme,
      spaceId,
      siteId,
      pageId: page.id,
      editable: false,
      ...(claims !== undefined && manifest.scopes.includes("site:visitor:claims") && { visitor: { claims } }),
    },
  });
}

type BlockPosition = Pick<BlockRequest, "siteId" | "page" | "index">;

async function findInstallationOfBlock(
  context: PlatformContext,
  { siteId, page, index }: BlockPosition,
): Promise<string> {
  const { integration } = blockAt(page, index);
  const installations = await findBlockInstallations(context, { spaceId: page.spaceId, siteId });
  return orNotFound(installations.get(integration), `block of ${integration} here`);
}

/**
 * Returns the options of a `select` in a block shown to a site visitor, from the URL in its component.
 *
 * @throws PlatformError `not_found` if the block does not exist or its integration is not active here, and
 * any error of {@link listSelectOptions}
 *
 * @example
 * import { type BlockRequest, listBlockOptions } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const block: BlockRequest;
 * const url = "https://sites.example.net/integrations/ins_1/teams";
 * for (const { label } of await listBlockOptions(platform, block, { url })) console.log(label);
 */
export async function listBlockOptions(
  context: DispatchContext,
  location: BlockPosition,
  select: Pick<SelectOptionsRequest, "url" | "query">,
): Promise<readonly SelectOption[]> {
  const installationId = await findInstallationOfBlock(context, location);
  return await listSelectOptions(context, { installationId, ...select });
}
