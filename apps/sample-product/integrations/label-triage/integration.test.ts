import { readFile } from "node:fs/promises";
import { createTestPlatform, type ProductTestPlatform } from "@plugboard/testing";
import { beforeEach, describe, expect, it } from "vitest";
import type { contract } from "../../src/contract.ts";
import { closeIssue, getIssue, openIssue } from "../../src/issues/issues.ts";
import { listEstimates } from "../../src/issues/list-estimates.ts";
import { trackerFeature } from "../../src/issues/tracker-feature.ts";
import { tracker, type TrackerTables } from "../../src/tracker.ts";
import { integration } from "./integration.ts";

describe("label triage", () => {
  const projectId = "prj_1";
  let test: ProductTestPlatform<typeof contract>;
  beforeEach(async () => {
    const manifest = await readFile(new URL("service-manifest.yaml", import.meta.url), "utf8");
    test = await createTestPlatform(integration, {
      manifest,
      product: tracker,
      features: [trackerFeature],
      seed: async ({ db }, organization_id) => {
        const projects = db.withTables<TrackerTables>().insertInto("projects");
        await projects.values({ id: projectId, organization_id, title: "Website" }).execute();
        return { project: projectId };
      },
    });
  });

  const open = async (title: string) => {
    const project = { organizationId: test.ids.organization, projectId };
    const { id } = await openIssue(test.platform, project, { title });
    return { id, results: await test.runQueued() };
  };

  it("labels an opened issue through the tracker's API", async () => {
    const { id, results } = await open("Login fails");
    expect(results).toMatchObject([{ type: "issue_opened", status: 200, logs: [{ message: "labeled" }] }]);
    expect((await getIssue(test.platform, projectId, id)).labels).toEqual(["bug"]);
    expect(test.apiCalls).toMatchObject([{ method: "POST", status: 200 }]);
  });

  it("ignores titles without its words", async () => {
    await open("Add a dark theme");
    expect(test.apiCalls).toEqual([]);
  });

  it("receives sample events with typed fields", async () => {
    const { event, status } = await test.emit("issue_opened", { title: "Dark theme" });
    expect(status).toBe(200);
    expect(event).toMatchObject({ projectId: test.ids.project, issueId: "iss_1", title: "Dark theme" });
    // @ts-expect-error The event has no such field.
    await expect(test.emit("issue_opened", { title: "Dark theme", titel: "" })).resolves.toBeDefined();
    // @ts-expect-error The contract has no such event.
    await expect(test.emit("issue_forgotten")).rejects.toThrow("tracker has no event issue_forgotten.");
  });

  it("uses the label of the project for incidents", async () => {
    await test.configure({ incident_label: "outage" }, { level: "project" });
    expect((await test.installation("project")).configuration).toEqual({ incident_label: "outage" });
    const { id } = await open("Search is down");
    expect((await getIssue(test.platform, projectId, id)).labels).toEqual(["outage"]);
    const wrong = test.configure({ incident_label: 1 }, { level: "project" });
    await expect(wrong).rejects.toThrow("configuration.incident_label");
    // @ts-expect-error the tracker has no such kind
    await expect(test.configure({}, { level: "board" })).rejects.toThrow("not installed in a board");
  });

  it("estimates bugs when the tracker asks", async () => {
    const { id } = await open("Search fails");
    const items = await listEstimates(test.platform, projectId, id);
    expect(items).toEqual([{ installation: test.ids.installation, hours: 2 }]);
    const { id: feature } = await open("Add a dark theme");
    expect(await listEstimates(test.platform, projectId, feature)).toEqual([]);
  });

  it("says why an event is not sent", async () => {
    await expect(test.emit("issue_closed")).rejects.toThrow(
      "issue_closed was not sent. The integration has no handler for issue_closed.",
    );
    const { id } = await open("Search is down");
    await closeIssue(test.platform, projectId, id);
    expect(await test.runQueued()).toEqual([]);
  });
});
