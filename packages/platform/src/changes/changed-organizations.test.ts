import { expect, it } from "vitest";
import * as z from "zod";
import { appendEvents } from "../events/append-event.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { defineContract } from "../product/define-contract.ts";
import { createChangedOrganizations } from "./changed-organizations.ts";

const event = { on: "project", summary: "A sample", fields: z.object({}), sample: {} };
const tracker = defineContract({
  name: "tracker",
  kinds: { project: { title: "Project", plural: "projects" } },
  events: { issue_opened: event, issue_viewed: { ...event, changes: false } },
});
const { context, createContent } = setUpPlatform("SQLite");

it.each([
  ["issue_opened", ["deliveries", "content"]],
  ["project_installation_setup", ["deliveries", "installations"]],
  ["issue_viewed", ["deliveries"]],
  ["invoice.paid", ["deliveries"]],
])("names the resources that %s of a product changed", async (type, resources) => {
  const { db, deliveries } = context();
  const { organizationId: organization } = await createContent();
  const changed = createChangedOrganizations(db, deliveries, tracker);
  await changed.begin();
  await db
    .transaction()
    .execute((transaction) =>
      appendEvents(transaction, [{ type, fields: {}, organization }], context().now()),
    );
  expect(await changed.ofNewEvents()).toEqual({ organizations: [organization], resources });
});
