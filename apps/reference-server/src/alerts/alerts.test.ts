import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { content, createSite, createSpace, tablesOf } from "@plugboard/content";
import { checkDueDomains } from "../../../../packages/content/src/sites/site-domains.ts";
import {
  addMember,
  createOrganization,
  createPlatform,
  createSecretBox,
  emitEvent,
} from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { generateSecret, verify } from "@plugboard/webhook-signer";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "../fixtures/mail-server.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { createMailer } from "../mail/create-mailer.ts";
import { openRunner } from "../server/open-runner.ts";
import { findAlerts, findNearQuotas } from "./find-alerts.ts";
import { createNotifier } from "./watch-for-alerts.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

async function openPlatform() {
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({ folder: ":memory:", secretBox, product: content, now });
  const webhooks = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], now });
  const urls = { api: "http://127.0.0.1/v1", console: "http://127.0.0.1", public: "http://localhost" };
  const runner = await openRunner(
    urls,
    { integrationNetworks: ["127.0.0.0/8"], scriptTargets: [], scriptMemoryBytes: 2 ** 30 },
    () => {},
  );
  const platform = await createPlatform({
    ...storage,
    product: content,
    secretBox,
    runner,
    webhooks,
    urls,
    now,
  });
  onTestFinished(async () => {
    await platform.stop();
    await Promise.all([runner.close(), webhooks.close()]);
    await storage.close();
  });
  const runAll = async () => {
    while ((await platform.runDue()) > 0);
  };
  return { platform, clock, runAll };
}

describe("operator alerts", () => {
  it("report disabled endpoints, failing integrations, a full disk and waiting events", async () => {
    const { platform, clock, runAll } = await openPlatform();
    const goneReceiver = await startHttp((_request, response) => response.writeHead(410).end());
    onTestFinished(() => goneReceiver.close());
    const dataDir = tmpdir();
    expect(await findAlerts({ platform, dataDir, minFreeDisk: 0 })).toEqual([]);
    const { deliveries } = platform;
    const options = { eventTypes: ["site_view"], secrets: [generateSecret()] };
    const metadata = { secretTimes: [{ createdAt: clock.now }] };
    await deliveries.createEndpoint({
      ...options,
      id: "whe_gone",
      tenant: "ins_1",
      url: goneReceiver.url,
      metadata,
    });
    await deliveries.createEndpoint({
      ...options,
      id: "ins_2",
      tenant: "ins_2",
      kind: "integration",
      url: "http://127.0.0.1:1",
    });
    await deliveries.enqueue([
      { id: "evt_1", type: "site_view", body: "{}", endpointIds: ["whe_gone", "ins_2"] },
    ]);
    await runAll();
    const { id: organizationId } = await createOrganization(platform, { title: "Acme", subdomain: "acme" });
    const { id: spaceId } = await createSpace(platform, { organizationId, title: "Guides" });
    await runAll();
    await emitEvent(platform, {
      type: "space_content_updated",
      fields: { spaceId, revisionId: "rev_1" },
      resource: { kind: "space", id: spaceId },
    });
    await deliveries.createEndpoint({
      ...options,
      id: "whe_late",
      tenant: "ins_3",
      url: goneReceiver.url,
      metadata,
    });
    await deliveries.enqueue([{ id: "evt_2", type: "site_view", body: "{}", endpointIds: ["whe_late"] }]);
    clock.now += 20 * minute;
    const alerts = await findAlerts({ platform, dataDir, minFreeDisk: 1.1 });
    expect(alerts.map(({ kind, message }) => [kind, message])).toEqual([
      ["endpoint_disabled", "Endpoint whe_gone is disabled: it responded with 410 Gone."],
      ["integration_failing", "The integration of installation ins_2 has been failing for 20 minutes."],
      ["disk_full", expect.stringMatching(/^The disk with .+ is nearly full: \d+% free\.$/)],
      [
        "backlog_old",
        "Events have been waiting for fan-out for up to 20 minutes. Check that a worker is running.",
      ],
      [
        "backlog_old",
        "Deliveries are overdue by up to 20 minutes; the oldest goes to endpoint whe_late. Add workers if this persists.",
      ],
    ]);
  });

  it("go to the webhook and by email once a day across processes", async () => {
    const { platform, clock, runAll } = await openPlatform();
    const received: { readonly signature: string; readonly body: string }[] = [];
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      received.push({ signature: String(request.headers["x-service-signature"]), body });
      response.end();
    };
    const receiver = await startHttp((request, response) => void receive(request, response));
    const mailServer = await startMailServer();
    const mailer = createMailer({ smtpUrl: mailServer.url, from: "plugboard@example.com" });
    onTestFinished(async () => {
      mailer.close();
      await Promise.all([receiver.close(), mailServer.close()]);
    });
    const secret = generateSecret();
    const targets = {
      platform,
      webhook: { url: receiver.url, secret },
      mail: { mailer, to: ["ops@example.com"] },
    };
    const notifiers = [await createNotifier(targets), await createNotifier(targets)];
    const alert = { kind: "disk_full", subject: "/data", message: "The disk is full." } as const;
    await Promise.all(notifiers.map((notify) => notify([alert, { ...alert, subject: "/other" }])));
    await runAll();
    const subjects = new Set(received.map(({ body }) => JSON.parse(body).subject));
    expect([received.length, subjects]).toEqual([2, new Set(["/data", "/other"])]);
    expect(mailServer.received).toHaveLength(2);
    expect(mailServer.received[0]).toMatchObject({
      to: ["ops@example.com"],
      content: expect.stringMatching(/Subject: Plugboard: disk full[^]*The disk is full\./),
    });
    const [{ signature: header, body } = { signature: "", body: "" }] = received;
    await verify({ secret, header, body });
    expect(JSON.parse(body)).toMatchObject({
      type: "operator_alert",
      id: expect.stringMatching(/^alert_/),
    });
    clock.now += day;
    await notifiers[1]?.([alert]);
    await runAll();
    expect([received.length, mailServer.received.length]).toEqual([3, 3]);
  });

  it("whose mail fails are sent again to those who got none, at most five times", async () => {
    const { platform, clock } = await openPlatform();
    const sent: string[] = [];
    const broken = new Set(["bo@example.com", "cy@example.com"]);
    const send = async ({ to }: { readonly to: string | readonly string[] }) => {
      sent.push(String(to));
      if (broken.has(String(to))) throw new Error("The mail server is down.");
    };
    const to = ["ada@example.com", "bo@example.com", "cy@example.com"];
    const open = () => createNotifier({ platform, mail: { mailer: { send, close: () => {} }, to } });
    const notifiers = [await open(), await open()];
    const alerts = [{ kind: "disk_full", subject: "/data", message: "The disk is full." }] as const;
    const notify = async () => {
      sent.length = 0;
      await Promise.allSettled(notifiers.map((one) => one(alerts)));
      return sent.toSorted();
    };
    clock.now = Math.ceil(clock.now / day) * day;
    expect(await notify()).toEqual(to);
    expect(await notify()).toEqual([]);
    broken.delete("bo@example.com");
    clock.now += minute;
    await expect(notifiers[0]?.(alerts)).rejects.toThrow("The mail server is down.");
    expect(await notify()).toEqual([]);
    const later: string[] = [];
    for (let minutes = 10; minutes < 24 * 60; minutes += 10) {
      clock.now += 10 * minute;
      later.push(...(await notify()));
    }
    expect(later).toEqual(Array.from({ length: 4 }, () => "cy@example.com"));
  });

  it("about a quota go to the organization's owners and admins once in each period, at 80% and at 100%", async () => {
    const { platform, clock } = await openPlatform();
    const mailServer = await startMailServer();
    const mailer = createMailer({ smtpUrl: mailServer.url, from: "plugboard@example.com" });
    onTestFinished(async () => {
      mailer.close();
      await mailServer.close();
    });
    const { id } = await createOrganization(platform, { title: "Acme", subdomain: "acme" });
    for (const [name, role] of [
      ["ada", "owner"],
      ["bo", "admin"],
      ["cy", "editor"],
    ] as const)
      await addMember(platform, id, { id: name, name, email: `${name}@example.com` }, role);
    /** Checks like a server that has just been started. */
    const check = async () => {
      const mail = { mailer, to: ["ops@example.com"] };
      const notify = await createNotifier({ platform, mail });
      await platform.usage.flush();
      await notify(await findNearQuotas(platform));
      return mailServer.received
        .map(({ to, content }) =>
          [
            ...to,
            /Subject: (.*)/.exec(content)?.[1]?.trim(),
            /used \d+% of its quota \w+/.exec(content)?.[0],
          ].join(", "),
        )
        .toSorted();
    };
    const mails = (...texts: readonly string[]) =>
      ["ada", "bo"]
        .flatMap((name) => texts.map((sent) => `${name}@example.com, Plugboard: ${sent}`))
        .toSorted();
    const policy = { name: "organization-requests", quota: 10, windowSeconds: 60 };
    await platform.rateLimiter.take(policy, id, 7);
    expect(await check()).toEqual([]);
    await platform.rateLimiter.take(policy, id, 2);
    const near = "quota near, used 90% of its quota requestsPerMinute";
    expect(await check()).toEqual(mails(near));
    expect(await check()).toEqual(mails(near));
    await platform.rateLimiter.take(policy, id, 5);
    const reached = "quota reached, used 100% of its quota requestsPerMinute";
    expect(await check()).toEqual(mails(near, reached));
    expect(await check()).toEqual(mails(near, reached));
    clock.now += day;
    expect(await check()).toEqual(mails(near, reached));
    await platform.rateLimiter.take(policy, id, 9);
    expect(await check()).toEqual(mails(near, reached, near));
  });

  it("about a stream that fails go to the organization, with the address of its page", async () => {
    const { platform, clock, runAll } = await openPlatform();
    const receiver = await startHttp((_request, response) => response.writeHead(422).end());
    onTestFinished(async () => await receiver.close());
    const { id: organizationId } = await createOrganization(platform, { title: "Acme", subdomain: "acme" });
    const { id: endpointId } = await platform.deliveries.createEndpoint({
      kind: "stream",
      tenant: organizationId,
      url: receiver.url,
      eventTypes: ["log_lines"],
      secrets: [generateSecret()],
      metadata: { secretTimes: [{ createdAt: clock.now }] },
    });
    const event = { id: "lin_1", type: "log_lines", body: "{}", endpointIds: [endpointId] };
    await platform.deliveries.enqueue([event]);
    await runAll();
    const alerts = await findAlerts({ platform, dataDir: tmpdir(), minFreeDisk: 0 });
    expect(alerts).toMatchObject([
      {
        kind: "failures_opened",
        organizationId,
        message: expect.stringMatching(/HTTP 422.*\/logs\?organization=org_/),
      },
    ]);
  });

  it("about a lost domain of a site go to the organization when the record is missing, and when it fails", async () => {
    const { platform, clock } = await openPlatform();
    const { id: organizationId } = await createOrganization(platform, { title: "Acme", subdomain: "acme" });
    const { id: spaceId } = await createSpace(platform, { organizationId, title: "Guides" });
    const { id: siteId } = await createSite(platform, { spaceId, title: "Guides" });
    await tablesOf(platform.db)
      .insertInto("site_domains")
      .values({
        site_id: siteId,
        domain: "docs.acme.example",
        organization_id: organizationId,
        status: "verified",
        created_at: clock.now,
        check_at: clock.now,
      })
      .execute();
    /** Checks DNS, which has no records, and returns the alerts. */
    const check = async (hours: number) => {
      clock.now += hours * 60 * minute;
      await checkDueDomains(platform, async () => []);
      return await findAlerts({ platform, dataDir: tmpdir(), minFreeDisk: 0 });
    };
    const page = `/content/sites/${siteId}?organization=${organizationId}`;
    const message = expect.stringContaining(page);
    expect(await check(0)).toEqual([]);
    const [alert, ...others] = await check(1);
    expect([alert, ...others]).toMatchObject([
      { kind: "domain_failing", organizationId, isOnce: true, message },
    ]);
    expect((await check(1)).map(({ subject }) => subject)).toEqual([alert?.subject]);
    expect(await check(23)).toEqual([]);
    expect(await check(48)).toMatchObject([{ kind: "domain_failed", organizationId, isOnce: true, message }]);
    expect(await check(25)).toEqual([]);
  });

  it("about a cause of failures go to the organization once until it is resolved and fails again", async () => {
    const { platform, clock, runAll } = await openPlatform();
    const mailServer = await startMailServer();
    const mailer = createMailer({ smtpUrl: mailServer.url, from: "plugboard@example.com" });
    let status = 422;
    const receiver = await startHttp((_request, response) => response.writeHead(status).end());
    onTestFinished(async () => {
      mailer.close();
      await Promise.all([receiver.close(), mailServer.close()]);
    });
    const { id: organizationId } = await createOrganization(platform, { title: "Acme", subdomain: "acme" });
    await addMember(platform, organizationId, { id: "ada", name: "Ada", email: "ada@example.com" }, "owner");
    await platform.db
      .insertInto("installations")
      .values({
        id: "ins_1",
        integration: "webhook",
        organization_id: organizationId,
        status: "active",
        configuration: "{}",
        external_ids: "[]",
        resource_selection: "all",
        target: "{}",
        created_at: 0,
        updated_at: 0,
      })
      .execute();
    const { id: endpointId } = await platform.deliveries.createEndpoint({
      tenant: "ins_1",
      url: receiver.url,
      eventTypes: ["site_view"],
      secrets: [generateSecret()],
      metadata: { secretTimes: [{ createdAt: clock.now }] },
    });
    let sent = 0;
    /** Sends an event, and checks like a server that has just been started. */
    const fail = async () => {
      sent += 1;
      const event = { id: `evt_${sent}`, type: "site_view", body: "{}", endpointIds: [endpointId] };
      await platform.deliveries.enqueue([event]);
      await runAll();
      clock.now += minute;
      const notify = await createNotifier({ platform, mail: { mailer, to: ["ops@example.com"] } });
      await notify(await findAlerts({ platform, dataDir: tmpdir(), minFreeDisk: 0 }));
      return mailServer.received.map(({ to, content }) => [to, / failed with HTTP \d+/.exec(content)?.[0]]);
    };
    const mailOf = (code: number) => [["ada@example.com"], ` failed with HTTP ${code}`];
    expect(await fail()).toEqual([mailOf(422)]);
    expect(await fail()).toEqual([mailOf(422)]);
    clock.now += 23 * 60 * minute;
    expect(await fail()).toEqual([mailOf(422)]);
    clock.now += day;
    expect(await fail()).toEqual([mailOf(422)]);
    status = 404;
    expect(await fail()).toEqual([mailOf(422), mailOf(404)]);
    await platform.db
      .updateTable("failure_statuses")
      .set({ status: "resolved", changed_at: clock.now })
      .where("endpoint_id", "=", endpointId)
      .execute();
    clock.now += minute;
    expect(await fail()).toEqual([mailOf(422), mailOf(404), mailOf(404)]);
    expect(await fail()).toHaveLength(3);
  });
});
