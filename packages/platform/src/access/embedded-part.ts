import type { EmbedSession } from "@plugboard/api/client";
import type { AnyOperation } from "@plugboard/api/contract";
import { PlatformError } from "../common/platform-error.ts";
import type { NamedResource } from "../resources/product-ref.ts";

/** The part of the console that an embed token is limited to. */
export interface EmbeddedPart
  extends Pick<EmbedSession, "part" | "installationId" | "componentId" | "props" | "resource"> {
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

type CalledOperation = Pick<AnyOperation, "method" | "path">;

/** Paths that every part reads. */
const readPaths =
  /^\/(?:embed-session|contract|organizations|organizations\/\{organizationId\}|integrations\/\{integration\}(?:\/(?:manifest|versions))?|event-types(?:\/.+)?)$/;

/** The marketplace also lists integrations and installations, and installs integrations. */
const marketplacePaths: Readonly<Record<string, RegExp>> = {
  GET: /^\/(?:integrations|installations)$/,
  POST: /^\/integrations\/\{integration\}\/installations$/,
};

/** The lists of a product's resources, in which integrations are installed. */
const resourceLists = /^(?:\/organizations\/\{organizationId\})?\/([a-z][a-z0-9-]*)$/;

/** The operations of a block. A component can open another one of its installation in a dialog. */
const blockPaths: Readonly<Record<string, RegExp>> = {
  GET: /^\/(?:embed-session|contract|organizations|installations\/\{installationId\}\/select-options)$/,
  POST: /^\/installations\/\{installationId\}\/components\/\{componentId\}\/render$/,
};

const installationPath = "/installations/{installationId}";

/** Returns whether an embedded part uses an operation. `plurals` are the names of the product's kinds in paths. */
function isOfPart(
  { part }: Pick<EmbeddedPart, "part">,
  { method, path }: CalledOperation,
  plurals: readonly string[],
): boolean {
  if (part === "block") return blockPaths[method]?.test(path) === true;
  if (path === installationPath) return method !== "DELETE";
  if (path.startsWith(`${installationPath}/`)) return true;
  if (method === "GET" && readPaths.test(path)) return true;
  const list = resourceLists.exec(path)?.[1];
  if (method === "GET" && list !== undefined && plurals.includes(list)) return true;
  return part === "marketplace" && marketplacePaths[method]?.test(path) === true;
}

/**
 * Checks that an embed token can call an operation.
 *
 * @throws PlatformError `forbidden` for an operation of another part, `not_found` for another installation
 */
export function requirePart(
  embedded: EmbeddedPart,
  operation: CalledOperation & { readonly id: string },
  { installationId }: Readonly<Record<string, string>>,
  plurals: readonly string[],
): void {
  if (!isOfPart(embedded, operation, plurals))
    throw new PlatformError(
      "forbidden",
      `This embed token is limited to the part ${embedded.part}, which doesn't use ${operation.id}.`,
    );
  const { installationId: own } = embedded;
  if (own !== undefined && installationId !== undefined && installationId !== own)
    throw new PlatformError("not_found", `There is no installation ${installationId}.`);
}

/**
 * Checks that a request names exactly the resource that its embed token names, or none if the token names none.
 *
 * @throws PlatformError `forbidden`
 */
export function requireShownResource(
  { resource }: Pick<EmbeddedPart, "resource">,
  named: readonly NamedResource[],
): void {
  const other = named.find(({ kind, id }) => kind !== resource?.kind || id !== resource.id);
  if (other === undefined && (resource === undefined || named.length > 0)) return;
  const own =
    resource === undefined
      ? "no resource. Create one that names the resource"
      : `the ${resource.kind} ${resource.id}. Send only its id in context`;
  throw new PlatformError("forbidden", `This embed token is limited to ${own}.`);
}
