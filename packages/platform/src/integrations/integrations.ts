import { type IntegrationDescription, runtimeEventTypes } from "@plugboard/api";
import { type Manifest, parseManifest } from "@plugboard/manifest";
import type { Selectable } from "kysely";
import * as z from "zod";
import type { IntegrationTable } from "../database/tables.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { found } from "../common/platform-error.ts";
import { readStrings } from "../common/stored-json.ts";

/** A published integration. */
export interface Integration {
  readonly name: string;
  readonly organizationId: string;
  readonly version: number;
  readonly manifest: Manifest;
  readonly url: string;
  readonly description: IntegrationDescription;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What must not leave the server. */
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

export async function findIntegration(
  { db }: PlatformContext,
  name: string,
): Promise<Integration | undefined> {
  const row = await db.selectFrom("integrations").selectAll().where("name", "=", name).executeTakeFirst();
  return row === undefined ? undefined : toIntegration(row);
}

/** @throws PlatformError `not_found` */
export async function getIntegration(context: PlatformContext, name: string): Promise<Integration> {
  return found(await findIntegration(context, name), `integration ${name}`);
}

/** Every published integration, by name. */
export async function listIntegrations({ db }: PlatformContext): Promise<Integration[]> {
  const rows = await db.selectFrom("integrations").selectAll().orderBy("name").execute();
  return rows.map(toIntegration);
}

/** @throws PlatformError `not_found` */
export async function getIntegrationSecrets(
  { db, secretBox }: PlatformContext,
  name: string,
): Promise<IntegrationSecrets> {
  const row = await db
    .selectFrom("integrations")
    .select(["signing_secrets", "secrets"])
    .where("name", "=", name)
    .executeTakeFirst();
  const { signing_secrets, secrets } = found(row, `integration ${name}`);
  return {
    signing: readStrings(secretBox.open(signing_secrets)),
    runtime: z.record(z.string(), z.string()).parse(JSON.parse(secretBox.open(secrets))),
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const maximumParsed = 200;
const parsed = new Map<string, Manifest>();

// Every dispatch reads the manifest; parsing the same text each time would be the dearest part of it.
function readManifest(source: string): Manifest {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const manifest = parseManifest(source);
  if (parsed.size >= maximumParsed) parsed.clear();
  parsed.set(source, manifest);
  return manifest;
}
