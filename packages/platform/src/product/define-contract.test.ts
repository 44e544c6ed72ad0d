import { type Access, defineOperations, operation } from "@plugboard/api/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Contract, defineContract } from "./define-contract.ts";
import { mergeFeatures } from "./merge-features.ts";
import { defineProduct } from "../operations/product.ts";

const project = { title: "Project", plural: "projects" };
const event = {
  on: "project",
  summary: "An issue was opened",
  fields: z.object({ issueId: z.string() }),
  sample: { issueId: "iss_1" },
};
const badge = { on: "project", fields: z.object({ size: z.string() }) };
const tracker: Contract = { name: "tracker", kinds: { project } };
const listing = (path: string, access: Access = "person") =>
  operation({
    method: "GET",
    path,
    tag: "Content",
    summary: "List issues",
    access,
    roles: [],
    response: z.object({}),
    example: { response: {} },
  });

describe("a contract", () => {
  it.each<[what: string, wrong: Partial<Contract>, message: string]>([
    ["a name with a space", { name: "my tracker" }, "The product's name my tracker"],
    ["a kind of the platform", { kinds: { account: project } }, "The kind account has the name of a kind"],
    ...["endpoint", "installation", "event", "user"].map((kind): [string, Partial<Contract>, string] => [
      `a kind whose id is a path parameter of the platform (${kind})`,
      { kinds: { [kind]: project } },
      `The kind ${kind} has the name of a path parameter of the platform, ${kind}Id. Rename it.`,
    ]),
    ["an invalid plural", { kinds: { project: { ...project, plural: "a/b" } } }, "must match"],
    [
      "a kind within an undeclared kind",
      { kinds: { project: { ...project, within: "area" } } },
      "is within area, which is not",
    ],
    [
      "a cycle of kinds",
      {
        kinds: {
          project: { ...project, within: "area" },
          area: { title: "Area", plural: "areas", within: "project" },
        },
      },
      "The kinds project → area → project contain each other.",
    ],
    [
      "a duplicate plural",
      { kinds: { project, board: project } },
      "The kinds project and board have the same plural",
    ],
    [
      "two selectable kinds",
      {
        kinds: {
          project: { ...project, selectable: true },
          area: { title: "Area", plural: "areas", selectable: true },
        },
      },
      "The kinds project and area are both selectable. Choose one.",
    ],
    ["an event with a dot", { events: { "issue.opened": event } }, "Write issue_opened."],
    ["an event of the platform", { events: { task: event } }, "The event task has the name of an event"],
    ...["fetch", "fetch_issues", "tool_call"].map((type): [string, Partial<Contract>, string] => [
      `an event named like a request (${type})`,
      { events: { [type]: event } },
      `The event ${type} has the name of a request to integrations. Rename it.`,
    ]),
    ...["eventId", "type", "installationId", "projectId"].map(
      (field): [string, Partial<Contract>, string] => [
        `an event with a field that the platform sets (${field})`,
        { events: { issue_opened: { ...event, fields: z.object({ [field]: z.string() }) } } },
        `The event issue_opened has the field ${field}, which the platform sets. Rename it.`,
      ],
    ),
    [
      "an event that the platform generates",
      { events: { project_installation_setup: event } },
      "The event project_installation_setup has the name of an event",
    ],
    [
      "an event on an undeclared kind",
      { events: { issue_opened: { ...event, on: "board" } } },
      "is on board, which is not a kind",
    ],
    [
      "a sample that does not parse",
      { events: { issue_opened: { ...event, sample: { issueId: 1 } } } },
      "The event issue_opened has a sample that does not parse: sample.issueId:",
    ],
    ...["badge", "fetch", "fetch_webhook_payload"].map((type): [string, Partial<Contract>, string] => [
      `a request with a wrong or taken name (${type})`,
      { requests: { [type]: badge } },
      `The request ${type} `,
    ]),
    [
      "a request on an undeclared kind",
      { requests: { fetch_badge: { ...badge, on: "board" } } },
      "The request fetch_badge is on board, which is not a kind.",
    ],
    [
      "a request with an undeclared scope",
      { requests: { fetch_badge: { ...badge, scope: "badges:write" } } },
      "The request fetch_badge needs the scope badges:write, which is not declared.",
    ],
    [
      "a request with a field that the platform sets",
      { requests: { fetch_badge: { ...badge, fields: z.object({ projectId: z.string() }) } } },
      "The request fetch_badge has the field projectId, which the platform sets. Rename it.",
    ],
    [
      "an undeclared scope",
      { events: { issue_opened: { ...event, scope: "issues:read" } } },
      "needs the scope issues:read, which is not declared",
    ],
    [
      "an unused scope",
      { scopes: { "issues:read": { description: "Read" } } },
      "The scope issues:read is not used",
    ],
    [
      "an operation with an undeclared scope",
      {
        operations: defineOperations({
          listIssues: listing("/projects/{projectId}/issues", { resource: "project", scope: "issues:read" }),
        }),
      },
      "The operation listIssues needs the scope issues:read, which is not declared.",
    ],
    [
      "an operation on an undeclared kind",
      {
        operations: defineOperations({
          listIssues: listing("/boards/{boardId}/issues", { resource: "board", scope: "agent:tools:read" }),
        }),
      },
      "The operation listIssues is limited to a board, which is not a kind.",
    ],
    [
      "an operation without its resource in the path",
      {
        operations: defineOperations({
          listIssues: listing("/issues/{issueId}", { resource: "project", scope: "agent:tools:read" }),
        }),
      },
      "The operation listIssues is limited to a project, but its path lacks {projectId}.",
    ],
    [
      "an operation with the name of a client's method",
      { operations: defineOperations({ list: listing("/projects/{projectId}/issues") }) },
      "The operation list has the name of a method of API clients. Rename it.",
    ],
    [
      "a scope of the platform",
      { scopes: { "agent:tools:read": { description: "Read tools." } } },
      "The scope agent:tools:read has the name of a scope of the platform. Rename it.",
    ],
    [
      "a former name of a scope that is another scope",
      {
        scopes: {
          "issues:read": { description: "Read issues.", checkedInCode: true },
          "issues:list": { description: "List issues.", checkedInCode: true, formerNames: ["issues:read"] },
        },
      },
      "Two scopes have the name issues:read, or had it before. Remove it from one.",
    ],
    [
      "a scope that nothing needs",
      { scopes: { "issues:read": { description: "Read issues." } } },
      "The scope issues:read is not used by an event, a request or an operation.",
    ],
    [
      "a duplicate route",
      {
        operations: defineOperations({
          listIssues: listing("/projects/{projectId}/issues"),
          listTickets: listing("/projects/{spaceId}/issues"),
        }),
      },
      "The operations listIssues and listTickets have the route GET /projects/{}/issues.",
    ],
  ])("is rejected for %s", (_what, wrong, message) => {
    expect(() => defineContract({ ...tracker, ...wrong })).toThrow(message);
  });

  it("is returned as declared", () => {
    const contract = defineContract({ ...tracker, events: { issue_opened: event } });
    expect(contract.events.issue_opened).toBe(event);
  });
});

describe("a product", () => {
  it("is rejected with a missing or an unknown lookup", () => {
    const find = async () => [];
    const contract = defineContract(tracker);
    expect(() => defineProduct({ contract, kinds: {} })).toThrow("The kind project has no lookup.");
    expect(() => defineProduct({ contract, kinds: { project: { find }, area: { find } } })).toThrow(
      "kinds.area is a lookup for a kind that the contract lacks.",
    );
  });

  it("consists of features that define different names", () => {
    const issues = { kinds: { project }, events: { issue_opened: event } };
    const boards = { events: { board_opened: event } };
    const merged = mergeFeatures(issues, boards);
    expect(Object.keys(merged.events)).toEqual(["issue_opened", "board_opened"]);
    expect(merged.kinds).toEqual({ project });
    expect(() => mergeFeatures(issues, boards, { events: { issue_opened: event } })).toThrow(
      "Two features define issue_opened in events.",
    );
  });

  it.each(["kinds", "scopes", "events", "requests", "operations", "tables", "migrations"])(
    "is rejected if two features define the same name in %s",
    (section) => {
      const feature = { [section]: { issues: {} } };
      expect(() => mergeFeatures(feature, feature)).toThrow(
        `Two features define issues in ${section}. Rename one of them or remove it.`,
      );
    },
  );
});
