import type { PlatformContext } from "../database/platform-context.ts";
import { orNotFound } from "../common/platform-error.ts";

/** The code of a published version. */
export interface PublishedScript {
  /** One ES module that exports `createIntegration({ … })` as its default or as `integration`. */
  readonly module: Uint8Array;
  /** The source map for stack traces. */
  readonly sourceMap?: Uint8Array | undefined;
}

/** Loads the code with a hash. @throws PlatformError `not_found` */
export async function loadBundle(
  { db }: Pick<PlatformContext, "db">,
  hash: string,
): Promise<PublishedScript> {
  const row = orNotFound(
    await db
      .selectFrom("bundles")
      .select(["module", "source_map"])
      .where("hash", "=", hash)
      .executeTakeFirst(),
    `bundle ${hash}`,
  );
  return { module: row.module, sourceMap: row.source_map ?? undefined };
}
