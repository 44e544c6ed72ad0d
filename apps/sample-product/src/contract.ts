import { defineOperations, operation, pageOf, pageQuerySchema } from "@plugboard/api/contract";
import { defineContract, mergeFeatures, type ProductTypes } from "@plugboard/platform";
import * as z from "zod";

const issue = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  state: z.enum(["open", "closed"]),
  labels: z.array(z.string()),
});
const name = z.string().min(1).max(200);
const anyone = ["owner", "admin", "editor", "developer", "operator", "reader"] as const;
const writers = ["owner", "admin", "editor", "developer"] as const;
const issueExample = { id: "iss_1", title: "Login fails", text: "", state: "open", labels: ["bug"] } as const;

const projects = {
  kinds: { project: { title: "Project", plural: "projects" } },
  operations: defineOperations({
    listProjects: operation({
      method: "GET",
      path: "/organizations/{organizationId}/projects",
      tag: "Content",
      summary: "List projects",
      access: "administrator",
      roles: anyone,
      query: pageQuerySchema,
      response: pageOf(z.object({ id: z.string(), title: z.string() })),
      example: { response: { items: [{ id: "prj_1", title: "Website" }] } },
    }),
    createProject: operation({
      method: "POST",
      path: "/organizations/{organizationId}/projects",
      tag: "Content",
      summary: "Create a project",
      access: "administrator",
      roles: writers,
      body: z.object({ title: name }),
      response: z.object({ id: z.string(), title: z.string() }),
      status: 201,
      example: { body: { title: "Website" }, response: { id: "prj_1", title: "Website" } },
    }),
  }),
};

const issues = {
  scopes: {
    "issues:read": { description: "Read issues." },
    "issues:write": { description: "Open, close and label issues." },
  },
  events: {
    issue_opened: {
      on: "project" as const,
      scope: "issues:read",
      summary: "An issue was opened",
      fields: z.object({ issueId: z.string(), title: z.string() }),
      sample: { issueId: "iss_1", title: "Login fails" },
    },
    issue_closed: {
      on: "project" as const,
      scope: "issues:read",
      summary: "An issue was closed",
      fields: z.object({ issueId: z.string() }),
      sample: { issueId: "iss_1" },
    },
  },
  operations: defineOperations({
    listIssues: operation({
      method: "GET",
      path: "/projects/{projectId}/issues",
      tag: "Content",
      summary: "List issues, newest first",
      access: { resource: "project", scope: "issues:read" },
      roles: anyone,
      query: pageQuerySchema,
      response: pageOf(issue),
      example: { response: { items: [{ ...issueExample, labels: ["bug"] }] } },
    }),
    openIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues",
      tag: "Content",
      summary: "Open an issue",
      access: { resource: "project", scope: "issues:write" },
      roles: writers,
      body: z.object({ title: name, text: z.string().max(10_000).optional() }),
      response: issue,
      status: 201,
      example: { body: { title: "Login fails" }, response: { ...issueExample, labels: [] } },
    }),
    getIssue: operation({
      method: "GET",
      path: "/projects/{projectId}/issues/{issueId}",
      tag: "Content",
      summary: "Read an issue",
      access: { resource: "project", scope: "issues:read" },
      roles: anyone,
      response: issue,
      example: { response: { ...issueExample, labels: ["bug"] } },
    }),
    closeIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues/{issueId}/close",
      tag: "Content",
      summary: "Close an issue",
      access: { resource: "project", scope: "issues:write" },
      roles: writers,
      response: issue,
      example: { response: { ...issueExample, state: "closed", labels: [] } },
    }),
    labelIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues/{issueId}/labels",
      tag: "Content",
      summary: "Add a label to an issue",
      access: { resource: "project", scope: "issues:write" },
      roles: writers,
      body: z.object({ label: z.string().min(1).max(50) }),
      response: issue,
      example: { body: { label: "bug" }, response: { ...issueExample, labels: ["bug"] } },
    }),
  }),
};

const estimates = {
  requests: {
    fetch_estimate: {
      on: "project" as const,
      scope: "issues:read",
      fields: z.object({ issueId: z.string(), title: z.string() }),
    },
  },
  operations: defineOperations({
    listEstimates: operation({
      method: "GET",
      path: "/projects/{projectId}/issues/{issueId}/estimates",
      tag: "Content",
      summary: "Ask the project's integrations how long an issue takes",
      access: "administrator",
      roles: anyone,
      waits: true,
      response: z.object({ items: z.array(z.object({ installation: z.string(), hours: z.number() })) }),
      example: { response: { items: [{ installation: "ins_1", hours: 2 }] } },
    }),
  }),
};

const panel = z.object({ integration: z.string(), component: z.string(), response: z.unknown() });

const panels = {
  operations: defineOperations({
    listPanels: operation({
      method: "GET",
      path: "/projects/{projectId}/issues/{issueId}/panels",
      tag: "Components",
      summary: "Render the components of the project's integrations for an issue",
      access: "administrator",
      roles: anyone,
      waits: true,
      response: z.object({ items: z.array(panel) }),
      example: { response: { items: [] } },
    }),
    unfurlInIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues/{issueId}/links",
      tag: "Components",
      summary: "Turn a link into a component",
      access: "administrator",
      roles: anyone,
      changes: false,
      waits: true,
      body: z.object({ url: z.url().max(2000) }),
      response: z.object({
        integration: z.string(),
        component: z.string(),
        props: z.record(z.string(), z.unknown()),
      }),
      errors: ["integration_failed", "integration_unreachable"],
      example: {
        body: { url: "https://status.example.com/incidents/7" },
        response: { integration: "issue-summary", component: "incident", props: { id: "7" } },
      },
    }),
  }),
};

/** The declarations of the tracker: organizations have projects, and projects have issues. */
export const contract = defineContract({
  name: "tracker",
  ...mergeFeatures(projects, issues, estimates, panels),
});

/** The types of the tracker for integrations. */
export type Tracker = ProductTypes<typeof contract>;
