import { randomUUID } from "node:crypto";
import {
  createRenderComponent,
  cutPage,
  defineFeature,
  type Feature,
  keysetOf,
  listResourceBlocks,
  orNotFound,
  unfurlLink,
} from "@plugboard/platform";
import { contract } from "../contract.ts";
import type { TrackerTables } from "../tracker.ts";
import { listEstimates } from "./list-estimates.ts";
import { closeIssue, getIssue, labelIssue, listIssues, openIssue } from "./issues.ts";

interface PathResource {
  readonly parameter: string;
  readonly findOrganization: () => Promise<string | undefined>;
}

/** Returns the organization of the project in a path. */
async function organizationOf(resources: readonly PathResource[]): Promise<string> {
  const project = resources.find(({ parameter }) => parameter === "projectId");
  return orNotFound(await project?.findOrganization(), "project");
}

/** The tracker's API. */
export const trackerFeature: Feature = defineFeature(contract.operations, (platform) => {
  const db = platform.db.withTables<TrackerTables>();
  const render = createRenderComponent(platform);
  return {
    listProjects: async ({ params: { organizationId }, query }) => {
      const { after = "", limit = 0 } = keysetOf(query);
      const projects = await db
        .selectFrom("projects")
        .select(["id", "title"])
        .where("organization_id", "=", organizationId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
      const { items, next } = cutPage(projects, ({ id }) => id, query);
      return { items: [...items], next };
    },
    createProject: async ({ params: { organizationId }, body: { title } }) => {
      const id = `prj_${randomUUID()}`;
      await db.insertInto("projects").values({ id, organization_id: organizationId, title }).execute();
      return { id, title };
    },
    listIssues: async ({ params: { projectId }, query }) => await listIssues(platform, projectId, query),
    getIssue: async ({ params: { projectId, issueId } }) => await getIssue(platform, projectId, issueId),
    openIssue: async ({ params: { projectId }, resources, body }) =>
      await openIssue(platform, { organizationId: await organizationOf(resources), projectId }, body),
    closeIssue: async ({ params: { projectId, issueId } }) => await closeIssue(platform, projectId, issueId),
    labelIssue: async ({ params: { projectId, issueId }, resources, body: { label } }) => {
      const project = { organizationId: await organizationOf(resources), projectId };
      return await labelIssue(platform, project, issueId, label);
    },
    listEstimates: async ({ params: { projectId, issueId } }) => ({
      items: await listEstimates(platform, projectId, issueId),
    }),
    listPanels: async ({ params: { projectId, issueId } }) => {
      await getIssue(platform, projectId, issueId);
      const resource = { kind: "project", id: projectId };
      const blocks = await listResourceBlocks(platform, resource);
      const items = blocks
        .filter(({ unfurls }) => !unfurls)
        .map(async ({ installationId, integration, component }) => {
          const context = { type: "document", theme: "light", resource } as const;
          const props = { issueId };
          // A broken integration must not hide the others.
          const response = await render({ installationId, componentId: component, props, context }).catch(
            (error: unknown) => ({ error: error instanceof Error ? error.message : "It cannot be shown." }),
          );
          return { integration, component, response };
        });
      return { items: await Promise.all(items) };
    },
    unfurlInIssue: async ({ params: { projectId, issueId }, body: { url } }) => {
      await getIssue(platform, projectId, issueId);
      const resource = { kind: "project", id: projectId };
      const { integration, component, props } = await unfurlLink(platform, { resource, url });
      return { integration, component, props };
    },
  };
});
