import { randomUUID } from "node:crypto";
import { appendProductEvent, orNotFound, type Platform } from "@plugboard/platform";
import { tracker, type TrackerTables } from "../tracker.ts";

/** An issue with its labels. */
export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly state: "open" | "closed";
  readonly labels: string[];
}

/** Returns the issues of a project, newest first. */
export async function listIssues(platform: Platform, projectId: string, id?: string): Promise<Issue[]> {
  const db = platform.db.withTables<TrackerTables>();
  let query = db
    .selectFrom("issues")
    .select(["id", "title", "text", "state"])
    .where("project_id", "=", projectId);
  if (id !== undefined) query = query.where("id", "=", id);
  const issues = await query.orderBy("opened_at", "desc").orderBy("id").limit(100).execute();
  if (issues.length === 0) return [];
  const labels = await db
    .selectFrom("labels")
    .select(["issue_id", "label"])
    .where(
      "issue_id",
      "in",
      issues.map((issue) => issue.id),
    )
    .orderBy("label")
    .execute();
  return issues.map((issue) => ({
    ...issue,
    labels: labels.filter(({ issue_id: of }) => of === issue.id).map(({ label }) => label),
  }));
}

/** Returns an issue of a project. @throws PlatformError `not_found` */
export async function getIssue(platform: Platform, projectId: string, issueId: string): Promise<Issue> {
  const [issue] = await listIssues(platform, projectId, issueId);
  return orNotFound(issue, `issue ${issueId}`);
}

/** Opens an issue, and emits `issue_opened` in the same transaction. */
export async function openIssue(
  platform: Platform,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  { title, text = "" }: { readonly title: string; readonly text?: string | undefined },
): Promise<Issue> {
  const id = `iss_${randomUUID()}`;
  const row = { id, organization_id: organizationId, project_id: projectId, title, text };
  await platform.db
    .withTables<TrackerTables>()
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .insertInto("issues")
        .values({ ...row, state: "open", opened_at: platform.now() })
        .execute();
      await appendProductEvent(platform, tracker, transaction, {
        type: "issue_opened",
        resource: { kind: "project", id: projectId },
        fields: { issueId: id, title },
      });
    });
  platform.onEvent();
  return await getIssue(platform, projectId, id);
}

/** Closes an issue, and emits `issue_closed` in the same transaction. Does nothing if it is closed. */
export async function closeIssue(platform: Platform, projectId: string, issueId: string): Promise<Issue> {
  await getIssue(platform, projectId, issueId);
  await platform.db
    .withTables<TrackerTables>()
    .transaction()
    .execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("issues")
        .set({ state: "closed" })
        .where("id", "=", issueId)
        .where("state", "=", "open")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await appendProductEvent(platform, tracker, transaction, {
        type: "issue_closed",
        resource: { kind: "project", id: projectId },
        fields: { issueId },
      });
    });
  platform.onEvent();
  return await getIssue(platform, projectId, issueId);
}

/** Adds a label to an issue. Does nothing if it has the label. */
export async function labelIssue(
  platform: Platform,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  issueId: string,
  label: string,
): Promise<Issue> {
  await getIssue(platform, projectId, issueId);
  await platform.db
    .withTables<TrackerTables>()
    .insertInto("labels")
    .values({ organization_id: organizationId, issue_id: issueId, label })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await getIssue(platform, projectId, issueId);
}
