import { type Platform, withoutTenantScope } from "@plugboard/platform";
import type { TrackerTables } from "../tracker.ts";

/**
 * Returns the public status page of a project: its open issues with the label `incident`. Counts visitors once a
 * day, by a cookie with the day of the last visit.
 */
export async function showStatusPage(
  platform: Platform,
  request: Request,
  projectId: string,
): Promise<Response> {
  const day = new Date(platform.now()).toISOString().slice(0, 10);
  const visited = /(?:^|; )visited=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  const isNew = visited !== day;
  // A visitor doesn't belong to any organization, so each query names the project.
  const page = await withoutTenantScope("publicEndpoints", () => visit(platform, projectId, { day, isNew }));
  if (page === undefined) return new Response("There is no such status page.", { status: 404 });
  const { title, incidents, visitors } = page;
  const list = incidents.map((incident) => `<li>${escapeHtml(incident)}</li>`).join("");
  const state = incidents.length === 0 ? "<p>All systems work.</p>" : `<ul>${list}</ul>`;
  const html = `<!doctype html><html lang="en"><title>${escapeHtml(title)} status</title>
<h1>${escapeHtml(title)}</h1>${state}<p>${visitors} ${visitors === 1 ? "visitor" : "visitors"} today</p></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      ...(isNew && {
        "set-cookie": `visited=${day}; Path=/status/${projectId}; HttpOnly; SameSite=Lax; Max-Age=86400`,
      }),
    },
  });
}

async function visit(
  platform: Platform,
  projectId: string,
  { day, isNew }: { readonly day: string; readonly isNew: boolean },
) {
  const db = platform.db.withTables<TrackerTables>();
  const project = await db
    .selectFrom("projects")
    .select(["title", "organization_id"])
    .where("id", "=", projectId)
    .executeTakeFirst();
  if (project === undefined) return undefined;
  const { title, organization_id } = project;
  // A row per day, so that a flood of visits can't fill the table.
  if (isNew)
    await db
      .insertInto("status_days")
      .values({ organization_id, project_id: projectId, day, visitors: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "day"])
          .doUpdateSet((row) => ({ visitors: row("status_days.visitors", "+", 1) })),
      )
      .execute();
  const incidents = await db
    .selectFrom("issues")
    .innerJoin("labels", "labels.issue_id", "issues.id")
    .select("issues.title")
    .where("issues.project_id", "=", projectId)
    .where("issues.state", "=", "open")
    .where("labels.label", "=", "incident")
    .orderBy("issues.position", "desc")
    .limit(50)
    .execute();
  const today = await db
    .selectFrom("status_days")
    .select("visitors")
    .where("project_id", "=", projectId)
    .where("day", "=", day)
    .executeTakeFirst();
  return { title, incidents: incidents.map((incident) => incident.title), visitors: today?.visitors ?? 0 };
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
