import { randomUUID } from "node:crypto";
import type { PageQuery } from "@plugboard/api/client";
import { appendProductEvent, cutPage, keysetOf, orNotFound, type Platform } from "@plugboard/platform";
import { tracker, type TrackerTables } from "../tracker.ts";

/** An issue with its labels. */
export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly state: "open" | "closed";
  readonly labels: string[];
}

const columns = ["id", "title", "text", "state", "position"] as const;

/** Returns a page of the issues of a project, newest first. */
export async function listIssues(
  platform: Platform,
  projectId: string,
  query: PageQuery,
): Promise<{ items: Issue[]; next: string | undefined }> {
  const { after, limit = 0 } = keysetOf(query);
  let select = platform.db
    .withTables<TrackerTables>()
    .selectFrom("issues")
    .select(columns)
    .where("project_id", "=", projectId);
  if (after !== undefined) select = select.where("position", "<", after);
  const rows = await select.orderBy("position", "desc").limit(limit).execute();
  const { items, next } = cutPage(rows, ({ position }) => position, query);
  return { items: await withLabels(platform, items), next };
}

type IssueRow = Pick<TrackerTables["issues"], (typeof columns)[number]>;

async function withLabels(platform: Platform, issues: readonly IssueRow[]): Promise<Issue[]> {
  if (issues.length === 0) return [];
  const db = platform.db.withTables<TrackerTables>();
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
  return issues.map(({ id, title, text, state }) => ({
    id,
    title,
    text,
    state,
    labels: labels.filter(({ issue_id: of }) => of === id).map(({ label }) => label),
  }));
}

/** Returns an issue of a project. @throws PlatformError `not_found` */
export async function getIssue(platform: Platform, projectId: string, issueId: string): Promise<Issue> {
  const rows = await platform.db
    .withTables<TrackerTables>()
    .selectFrom("issues")
    .select(columns)
    .where("project_id", "=", projectId)
    .where("id", "=", issueId)
    .execute();
  const [issue] = await withLabels(platform, rows);
  return orNotFound(issue, `issue ${issueId}`);
}

/** Returns a text that orders issues by the time they were opened. */
function positionAt(time: number, id: string): string {
  return `${String(time).padStart(16, "0")}.${id}`;
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
        .values({ ...row, state: "open", position: positionAt(platform.now(), id) })
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
