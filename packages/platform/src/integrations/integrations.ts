import { type IntegrationDescription, runtimeEventTypes } from "@plugboard/api";
import { type Manifest, parseManifest } from "@plugboard/manifest";
import type { Selectable } from "kysely";
import * as z from "zod";
import type { IntegrationTable } from "../database/tables.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { found } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";

/** A published integration. */
export interface Integration {
  readonly name: string;
  readonly organizationId: string;
  readonly version: number;
  readonly manifest: Manifest;
  readonly url: string;
  readonly description: IntegrationDescription;
  /** What must not leave the server; see {@link openIntegrationSecrets}. */
  readonly sealedSecrets: { readonly signing: string; readonly runtime: string };
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The secrets of an integration in clear. */
export interface IntegrationSecrets {
  /** Keys that envelopes are signed with, the newest first. */
  readonly signing: readonly string[];
  /** Values of the manifest's `secrets`. */
  readonly runtime: Readonly<Record<string, string>>;
}

/** Checks what an integration says of itself; a later version may handle events this platform does not know. */
export const descriptionSchema: z.ZodType<IntegrationDescription> = z.object({
  events: z.array(z.string()).transform((names) => runtimeEventTypes.filter((type) => names.includes(type))),
  components: z.array(z.string()),
  fetch: z.boolean(),
  manifestHash: z.string().exactOptional(),
});

/** A published integration, or one that was removed, where `removed` allows it. */
export async function findIntegration(
  { db }: PlatformContext,
  name: string,
  { removed = false }: { readonly removed?: boolean } = {},
): Promise<Integration | undefined> {
  let query = db.selectFrom("integrations").selectAll().where("name", "=", name);
  if (!removed) query = query.where("removed_at", "is", null);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toIntegration(row);
}

/**
 * One published integration.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getIntegration, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { manifest } = await getIntegration(platform, "greeter");
 * console.log(manifest.title);
 */
export async function getIntegration(context: PlatformContext, name: string): Promise<Integration> {
  return found(await findIntegration(context, name), `integration ${name}`);
}

/** Which integrations to list. */
export interface IntegrationQuery {
  /** Only those that one of these organizations owns, and those that are public. */
  readonly visibleTo?: readonly string[] | undefined;
}

/**
 * Every published integration, or those that organizations see, by name.
 *
 * @example
 * import { listIntegrations, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { name, version } of await listIntegrations(platform)) console.log(name, version);
 */
export async function listIntegrations(
  { db }: PlatformContext,
  { visibleTo }: IntegrationQuery = {},
): Promise<Integration[]> {
  const rows = await db
    .selectFrom("integrations")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("name")
    .execute();
  return rows
    .map(toIntegration)
    .filter(
      ({ organizationId, manifest }) =>
        visibleTo === undefined || visibleTo.includes(organizationId) || manifest.visibility === "public",
    );
}

/** Opens an integration's secrets. @throws PlatformError `seal_broken` */
export function openIntegrationSecrets(
  { secretBox }: Pick<PlatformContext, "secretBox">,
  { sealedSecrets }: Integration,
): IntegrationSecrets {
  return {
    signing: readStrings(secretBox.open(sealedSecrets.signing)),
    runtime: z.record(z.string(), z.string()).parse(JSON.parse(secretBox.open(sealedSecrets.runtime))),
  };
}

function toIntegration(row: Selectable<IntegrationTable>): Integration {
  return {
    name: row.name,
    organizationId: row.organization_id,
    version: row.version,
    manifest: readManifest(row.manifest),
    url: row.url,
    description: descriptionSchema.parse(JSON.parse(row.description)),
    sealedSecrets: { signing: row.signing_secrets, runtime: row.secrets },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const maxParsed = 200;
const parsed = new Map<string, Manifest>();

// Every dispatch reads the manifest; parsing the same text each time would be the dearest part of it.
function readManifest(source: string): Manifest {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const manifest = parseManifest(source);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(source, manifest);
  return manifest;
}
