import { dispatchRequest, type Platform } from "@plugboard/platform";
import { findActiveInstallations } from "@plugboard/platform/product";
import * as z from "zod";
import { getIssue } from "./issues.ts";

const answerSchema = z.object({ hours: z.number() });

/** Asks each integration in the project how long an issue takes. Leaves out those without an answer. */
export async function listEstimates(platform: Platform, projectId: string, issueId: string) {
  const { title } = await getIssue(platform, projectId, issueId);
  const installations = await findActiveInstallations(platform, [{ kind: "project", id: projectId }]);
  const estimates = [...installations.values()].map(async (installationId) => {
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
