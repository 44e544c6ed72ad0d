import { dispatchRequest, type Platform } from "@plugboard/platform";
import * as z from "zod";
import { getIssue } from "./issues.ts";

const answerSchema = z.object({ hours: z.number() });

/** Asks each integration in the project how long an issue takes. Leaves out those without an answer. */
export async function listEstimates(platform: Platform, projectId: string, issueId: string) {
  const { title } = await getIssue(platform, projectId, issueId);
  const installed = await platform.db
    .selectFrom("resource_installations")
    .select("installation_id as id")
    .where("resource_kind", "=", "project")
    .where("resource_id", "=", projectId)
    .where("status", "=", "active")
    .where("deleted_at", "is", null)
    .orderBy("installation_id")
    .execute();
  const estimates = installed.map(async ({ id: installationId }) => {
    const request = { type: "fetch_estimate", installationId, projectId, issueId, title };
    // Integrations without a handler are refused, and a broken one must not hide the others.
    const response = await dispatchRequest(platform, request).catch(() => undefined);
    const { data } = answerSchema.safeParse(parseJson(response?.body));
    return data && { installation: installationId, hours: data.hours };
  });
  return (await Promise.all(estimates)).filter((estimate) => estimate !== undefined);
}

function parseJson(body: Uint8Array = new Uint8Array()): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
