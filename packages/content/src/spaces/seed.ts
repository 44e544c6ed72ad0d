import type { PlatformContext } from "@plugboard/platform";
import { createId } from "@plugboard/platform/product";
import { recordFirst } from "./revise-space.ts";
import { insertFirstPages } from "./write-pages.ts";
import { tablesOf } from "../database/tables-of.ts";

const samplePages = [
  {
    slug: "welcome",
    title: "Welcome",
    markdown: `# Welcome

This is a page of the **Handbook** space. The site you read it on publishes the space.

Edit the page in the console: publishing it emits \`space_content_updated\`, which every entitled integration receives.
`,
  },
  {
    slug: "integrations",
    title: "Integrations",
    markdown: `# Integrations

An integration describes itself in a manifest and handles events in its own process.

- **Webhook** sends events to a URL of yours, signed and retried.
- **Content digest** watches a space and shows what changed in a block.
`,
  },
  {
    slug: "feedback",
    title: "Feedback",
    markdown: `# Feedback

Rate this page with the form below. Your rating becomes a \`page_feedback\` event.
`,
  },
];

/**
 * Fills an empty platform with an organization, a space of three pages and a site that publishes it.
 *
 * @example
 * import { seedPlatform } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await seedPlatform(platform);
 */
export async function seedPlatform({ db, now }: PlatformContext): Promise<void> {
  await tablesOf(db)
    .transaction()
    .execute(async (transaction) => {
      const existing = await transaction.selectFrom("organizations").select("id").limit(1).executeTakeFirst();
      if (existing !== undefined) return;
      const organizationId = createId("org", now());
      const spaceId = createId("spc", now());
      const inserted = await transaction
        .insertInto("organizations")
        .values({ id: organizationId, title: "Acme", subdomain: "acme" })
        .onConflict((conflict) => conflict.column("subdomain").doNothing())
        .executeTakeFirst();
      // Another server seeded it first.
      if (inserted.numInsertedOrUpdatedRows === 0n) return;
      await transaction
        .insertInto("spaces")
        .values({ id: spaceId, organization_id: organizationId, title: "Handbook", visibility: "public" })
        .execute();
      await insertFirstPages(
        transaction,
        samplePages.map((page, position) => ({
          ...page,
          position,
          id: createId("pag", now()),
          organization_id: organizationId,
          space_id: spaceId,
          revision_id: createId("rev", now()),
          updated_at: now(),
        })),
      );
      await recordFirst(transaction, spaceId, organizationId, now());
      await transaction
        .insertInto("sites")
        .values({
          id: createId("sit", now()),
          organization_id: organizationId,
          space_id: spaceId,
          slug: "handbook",
          title: "Acme Handbook",
        })
        .execute();
    });
}
