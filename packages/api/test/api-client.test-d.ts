import { expectTypeOf } from "vitest";
import * as z from "zod";
import type { Page } from "../src/contract/page.ts";
import {
  deleteWebhookEndpoint,
  getInstallation,
  listDeliveries,
  listWebhookEndpoints,
  publishIntegration,
  queueTask,
  rotateWebhookEndpointSecret,
  updateInstallation,
} from "../src/contract/routes.ts";
import type { InstallationResource, TaskResource, WebhookEndpoint } from "../src/contract/types.ts";
import { type ApiClient, createApiClient } from "../src/client/api-client.ts";
import type { ProductRoute } from "../src/client/product-route.ts";
import { defineOperations, operation } from "../src/contract/operation.ts";
import { pageOf, pageQuerySchema } from "../src/contract/page.ts";

declare const api: ApiClient;

const endpoint = { params: { installationId: "i", endpointId: "e" } };
const installation = { params: { installationId: "i" } };
const task = { task: { type: "t" } };

expectTypeOf(api.call(getInstallation, installation)).resolves.toEqualTypeOf<InstallationResource>();
expectTypeOf(api.call(queueTask, { body: task })).resolves.toEqualTypeOf<TaskResource>();
expectTypeOf(api.call(deleteWebhookEndpoint, endpoint)).resolves.toEqualTypeOf<undefined>();
expectTypeOf(api.call(listWebhookEndpoints, installation)).resolves.toEqualTypeOf<Page<WebhookEndpoint>>();
expectTypeOf(api.list(listWebhookEndpoints, installation)).toEqualTypeOf<
  AsyncGenerator<WebhookEndpoint, void>
>();
expectTypeOf(
  api.call(updateInstallation, { ...installation, body: { externalIds: ["t"] }, ifMatch: "2026-01-15" }),
).resolves.toEqualTypeOf<InstallationResource>();
void api.call(queueTask, { body: task, idempotencyKey: "k" });
void api.call(rotateWebhookEndpointSecret, endpoint);
void api.call(listDeliveries);
void api.list(listDeliveries, { query: { status: "failed", limit: 5 } });

// @ts-expect-error there is no such operation
void api.call({ id: "getInstallationOf", method: "GET", path: "/installation/{id}" }, installation);
// @ts-expect-error the path needs its parameter
void api.call(getInstallation);
// @ts-expect-error the parameter is named otherwise
void api.call(getInstallation, { params: { installation: "s" } });
// @ts-expect-error the body is required
void api.call(queueTask, {});
// @ts-expect-error the body has another shape
void api.call(queueTask, { body: { task: { name: "t" } } });
// @ts-expect-error this is no list
void api.list(getInstallation, installation);
// @ts-expect-error the list has no such filter
void api.call(listWebhookEndpoints, { ...installation, query: { status: "failed" } });
// @ts-expect-error reading takes no idempotency key
void api.call(getInstallation, { ...installation, idempotencyKey: "k" });
// @ts-expect-error reading has no precondition
void api.call(getInstallation, { ...installation, ifMatch: "rev_1" });
// @ts-expect-error tasks have no versions
void api.call(queueTask, { body: task, ifMatch: "rev_1" });
const publication = { params: { integration: "i" }, body: { manifest: "", url: "" } };
// @ts-expect-error the version of an integration is a number
void api.call(publishIntegration, { ...publication, ifMatch: "1" });
// @ts-expect-error external identifiers are strings
void api.call(updateInstallation, { ...installation, body: { externalIds: [1] } });

const issue = z.object({ id: z.string(), labels: z.array(z.string()) });
type Issue = { readonly id: string; readonly labels: readonly string[] };
const declared = {
  tag: "Content",
  summary: "Tries the types",
  access: "administrator",
  roles: ["owner"],
} as const;
const operations = defineOperations({
  listIssues: operation({
    method: "GET",
    path: "/projects/{projectId}/issues",
    ...declared,
    query: pageQuerySchema,
    response: pageOf(issue),
    example: { response: { items: [] } },
  }),
  openIssue: operation({
    method: "POST",
    path: "/projects/{projectId}/issues",
    ...declared,
    body: z.object({ title: z.string() }),
    response: issue,
    idempotent: true,
    example: { body: { title: "t" }, response: { id: "iss_1", labels: [] } },
  }),
  closeIssue: operation({
    method: "POST",
    path: "/projects/{projectId}/issues/{issueId}/close",
    ...declared,
    example: {},
  }),
});
const tracker = createApiClient({ endpoint: "", token: "", contract: { operations } });
const project = { params: { projectId: "p" } };
const opening = { ...project, body: { title: "t" }, idempotencyKey: "k" };

expectTypeOf(tracker.call("openIssue", opening)).resolves.toEqualTypeOf<Issue>();
expectTypeOf(
  tracker.call("closeIssue", { params: { projectId: "p", issueId: "i" } }),
).resolves.toEqualTypeOf<undefined>();
expectTypeOf(tracker.list("listIssues", project)).toEqualTypeOf<AsyncGenerator<Issue, void>>();
expectTypeOf(tracker.call(getInstallation, installation)).resolves.toEqualTypeOf<InstallationResource>();
const closeIssue: ProductRoute<typeof operations.closeIssue> = {
  id: "closeIssue",
  method: "POST",
  path: "/projects/{projectId}/issues/{issueId}/close",
};
void api.call(closeIssue, { params: { projectId: "p", issueId: "i" } });
// A client with a contract can stand in for one without.
expectTypeOf(tracker).toExtend<ApiClient>();

// @ts-expect-error the contract has no such operation
void tracker.call("deleteIssue", project);
// @ts-expect-error without a contract there are no ids
void api.call("openIssue", opening);
// @ts-expect-error the path needs the issue
void tracker.call("closeIssue", project);
// @ts-expect-error the body is required
void tracker.call("openIssue", project);
// @ts-expect-error the operation takes no idempotency key
void tracker.call("closeIssue", { params: { projectId: "p", issueId: "i" }, idempotencyKey: "k" });
// @ts-expect-error this is no list
void tracker.list("openIssue", opening);
// @ts-expect-error the path is another one
({ id: "closeIssue", method: "POST", path: "/issues" }) satisfies typeof closeIssue;
