import { expect, it } from "vitest";
import { createWebhookEndpoint, updateWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { emitEvent } from "../events/append-event.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { changeStatus } from "../installations/change-installation.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { explainRecipients } from "./explain-recipients.ts";
import { createFanOut } from "./fan-out.ts";

const platform = setUpPlatform("SQLite");

it("explains for every possible recipient whether an event reaches it", async () => {
  const context = platform.context();
  const { organizationId, spaceId } = await platform.createContent();
  const install = async (lines?: string, into = true) => {
    const { name } = await platform.publish(organizationId, lines);
    const { id } = await installIntegration(context, name, organizationId);
    if (into) await installIntoResource(context, id, "space", spaceId);
    return id;
  };
  const entitled = await install();
  const others = {
    no_scope: await install("scopes: []"),
    not_installed_here: await install(undefined, false),
    pending: await install(
      "scopes: [space:content:read]\nconfigurations: { account: { properties: { a: { type: string, title: A, description: A. } }, required: [a] } }",
    ),
  };
  const endpoint = async (eventTypes: ("space_content_updated" | "site_view")[], location: object = {}) => {
    const url = "https://hooks.example.com/";
    return await createWebhookEndpoint(context, entitled, { url, eventTypes, ...location });
  };
  const subscribed = await endpoint(["space_content_updated"]);
  const unsubscribed = await endpoint(["site_view"]);
  const elsewhere = await endpoint(["space_content_updated"], {
    resource: { kind: "space", id: (await platform.createContent()).spaceId },
  });
  const filtered = await endpoint(["space_content_updated"], {
    filter: [{ field: ["revisionId"], oneOf: ["rev_2", "rev_3"] }],
  });
  const matching = await endpoint(["space_content_updated"], {
    filter: [
      { field: ["revisionId"], equals: "rev_1" },
      { field: ["installationId"], equals: entitled },
      { field: ["visitor"], exists: false },
    ],
  });
  const disabled = await endpoint(["space_content_updated"]);
  await updateWebhookEndpoint(context, disabled, { status: "disabled" });
  const fanOut = createFanOut(context, 60_000);
  while ((await fanOut.runOnce()).events > 0);
  const fields = { spaceId, revisionId: "rev_1" };
  const eventId = await emitEvent(context, {
    type: "space_content_updated",
    fields,
    resource: { kind: "space", id: spaceId },
  });
  const explain = async () => {
    const reaches = await explainRecipients(context, eventId);
    return Object.fromEntries(
      reaches.map((reach) => [reach.endpointId ?? reach.installationId, reach.reason]),
    );
  };
  const reasons = {
    [others.no_scope]: "no_scope",
    [others.not_installed_here]: "not_installed_here",
    [others.pending]: "pending",
    [unsubscribed.id]: "not_subscribed",
    [elsewhere.id]: "other_location",
    [filtered.id]: "filtered",
    [disabled.id]: "disabled",
  };
  expect(await explain()).toEqual({
    ...reasons,
    [entitled]: "not_due",
    [subscribed.id]: "not_due",
    [matching.id]: "not_due",
  });
  while ((await fanOut.runOnce()).events > 0);
  expect(await explain()).toEqual({
    ...reasons,
    [entitled]: undefined,
    [subscribed.id]: undefined,
    [matching.id]: undefined,
  });
  const { items: sent } = await context.deliveries.listDeliveries({
    tenant: entitled,
    eventType: "space_content_updated",
  });
  expect(new Set(sent.map(({ endpointId }) => endpointId))).toEqual(
    new Set([entitled, subscribed.id, matching.id]),
  );
  await installIntoResource(context, others.not_installed_here, "space", spaceId);
  await changeStatus(context, entitled, "pause");
  expect(await explain()).toMatchObject({ [others.not_installed_here]: "too_late" });
  const [own] = (await explainRecipients(context, eventId)).filter(
    ({ installationId }) => installationId === entitled,
  );
  expect(own).toMatchObject({ holds: ["installation"] });
  const setup = await platform
    .storage()
    .db.selectFrom("events")
    .select("id")
    .where("installation_id", "=", entitled)
    .executeTakeFirstOrThrow();
  const [, another] = await explainRecipients(context, setup.id);
  expect(another).toMatchObject({ detail: expect.any(String) });
  expect(
    (await explainRecipients(context, setup.id)).filter(({ reason }) => reason === "other_installation"),
  ).toHaveLength(3);
});
