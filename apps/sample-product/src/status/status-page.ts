import { randomUUID } from "node:crypto";
import { type Platform, withoutTenantScope } from "@plugboard/platform";
import type { TrackerTables } from "../tracker.ts";

const visitorPattern = /^[\da-f-]{36}$/;

/**
 * Returns the public status page of a project: its open issues with the label `incident`. Counts visitors by
 * an anonymous cookie.
 */
export async function showStatusPage(
  platform: Platform,
  request: Request,
  projectId: string,
): Promise<Response> {
  const named = /(?:^|; )visitor=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  const visitor = visitorPattern.test(named) ? named : randomUUID();
  // A visitor doesn't belong to any organization, so each query names the project.
  const page = await withoutTenantScope("sites", () => visit(platform, projectId, visitor));
  if (page === undefined) return new Response("There is no such status page.", { status: 404 });
  const { title, incidents, visitors } = page;
  const list = incidents.map((incident) => `<li>${escapeHtml(incident)}</li>`).join("");
  const state = incidents.length === 0 ? "<p>All systems work.</p>" : `<ul>${list}</ul>`;
  const html = `<!doctype html><html lang="en"><title>${escapeHtml(title)} status</title>
<h1>${escapeHtml(title)}</h1>${state}<p>${visitors} ${visitors === 1 ? "visitor" : "visitors"}</p></html>`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "set-cookie": `visitor=${visitor}; Path=/status; HttpOnly; SameSite=Lax; Max-Age=31536000`,
    },
  });
}

async function visit(platform: Platform, projectId: string, visitor: string) {
  const db = platform.db.withTables<TrackerTables>();
  const project = await db
    .selectFrom("projects")
    .select(["title", "organization_id"])
    .where("id", "=", projectId)
    .executeTakeFirst();
  if (project === undefined) return undefined;
  const { title, organization_id } = project;
  await db
    .insertInto("status_visits")
    .values({ organization_id, project_id: projectId, visitor, visited_at: platform.now() })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "visitor"]).doUpdateSet({ visited_at: platform.now() }),
    )
    .execute();
  const incidents = await db
    .selectFrom("issues")
    .innerJoin("labels", "labels.issue_id", "issues.id")
    .select("issues.title")
    .where("issues.project_id", "=", projectId)
    .where("issues.state", "=", "open")
    .where("labels.label", "=", "incident")
    .orderBy("issues.opened_at", "desc")
    .limit(50)
    .execute();
  const { visitors } = await db
    .selectFrom("status_visits")
    .select(({ fn }) => fn.countAll<number>().as("visitors"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { title, incidents: incidents.map((incident) => incident.title), visitors };
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
