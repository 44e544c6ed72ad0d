import { randomUUID } from "node:crypto";
import { addMember, createOrganization, type Platform } from "@plugboard/platform";
import { createPerson, type NewPerson } from "../sessions/sessions.ts";
import type { TrackerTables } from "../tracker.ts";

/** A project to install integrations in. */
export interface SampleProject {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Creates an organization with an owner and a project. */
export async function seedTracker(
  platform: Platform,
  subdomain: string,
  owner: NewPerson,
): Promise<SampleProject> {
  const { id: organizationId } = await createOrganization(platform, { title: "Acme", subdomain });
  const person = { id: await createPerson(platform, owner), name: owner.name };
  await addMember(platform, organizationId, person, "owner");
  const projectId = `prj_${randomUUID()}`;
  await platform.db
    .withTables<TrackerTables>()
    .insertInto("projects")
    .values({ id: projectId, organization_id: organizationId, title: "Website" })
    .execute();
  return { organizationId, projectId };
}

/** Returns a project of the organization that an earlier start created. `undefined` if there is none. */
export async function findSampleProject(
  { db }: Platform,
  subdomain: string,
): Promise<SampleProject | undefined> {
  const organization = await db
    .selectFrom("organizations")
    .select("id")
    .where("subdomain", "=", subdomain)
    .executeTakeFirst();
  if (organization === undefined) return undefined;
  const row = await db
    .withTables<TrackerTables>()
    .selectFrom("projects")
    .select(["id", "organization_id"])
    .where("organization_id", "=", organization.id)
    .orderBy("id")
    .executeTakeFirst();
  return row && { organizationId: row.organization_id, projectId: row.id };
}
