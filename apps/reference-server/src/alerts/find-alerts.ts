import { statfs } from "node:fs/promises";
import { listLostDomains } from "@plugboard/content";
import { listNearQuotas, listOpenedFailures, type Platform, streamKindOf } from "@plugboard/platform";
import type { Endpoint } from "@plugboard/webhook-delivery";
import { sql } from "kysely";

/** A problem that the operator or an organization's managers should know about. */
export interface Alert {
  readonly kind:
    | "endpoint_disabled"
    | "integration_failing"
    | "disk_full"
    | "backlog_old"
    | "quota_near"
    | "quota_reached"
    | "failures_opened"
    | "domain_failing"
    | "domain_failed";
  /** The affected endpoint, installation, folder, table, quota, cause of failures or domain. */
  readonly subject: string;
  /** The organization whose owners and admins get the email. Defaults to the operator's addresses. */
  readonly organizationId?: string | undefined;
  /** The alert is reported once in each period of this length. Defaults to a day. */
  readonly periodMilliseconds?: number | undefined;
  /** The alert is reported only once. It must be found for at most a day. */
  readonly isOnce?: true | undefined;
  /** The problem in a sentence. */
  readonly message: string;
}

/** The platform to check and the thresholds. */
export interface AlertOptions {
  readonly platform: Platform;
  readonly dataDir: string;
  /** The minimum free share of the disk. Defaults to 0.05. */
  readonly minFreeDisk?: number | undefined;
  /** How long events can wait for fan-out and due deliveries for sending. Defaults to 5 minutes. */
  readonly maxBacklogMilliseconds?: number | undefined;
  /** How long an integration can fail without a success. Defaults to 15 minutes. */
  readonly maxFailingMilliseconds?: number | undefined;
}

const minute = 60_000;
const dayMilliseconds = 24 * 60 * minute;
const monthMilliseconds = 30 * dayMilliseconds;
const pageSize = 500;

/** Returns the current alerts, except those about quotas. */
export async function findAlerts({
  platform,
  dataDir,
  minFreeDisk = 0.05,
  maxBacklogMilliseconds = 5 * minute,
  maxFailingMilliseconds = 15 * minute,
}: AlertOptions): Promise<Alert[]> {
  return [
    ...(await findDisabled(platform)),
    ...(await findFailing(platform, maxFailingMilliseconds)),
    ...(await findFullDisk(dataDir, minFreeDisk)),
    ...(await findBacklog(platform, maxBacklogMilliseconds)),
    ...(await findOverdue(platform, maxBacklogMilliseconds)),
    ...(await findOpenedFailures(platform)),
    ...(await findLostDomains(platform)),
  ];
}

async function findLostDomains(platform: Platform): Promise<Alert[]> {
  const lost = await listLostDomains(platform, platform.now() - dayMilliseconds);
  return lost.map(({ organizationId, siteId, domain, status, since }) => {
    const search = new URLSearchParams({ organization: organizationId });
    const url = `${platform.urls.console}/content/sites/${siteId}?${search.toString()}`;
    const isServed = status === "verified";
    // Leaves out the records found: a new owner of the domain could write to the organization through them.
    const message = isServed
      ? `The TXT record of ${domain} is missing. The site goes offline there after 3 days without it.`
      : `The site isn't served at ${domain}: the TXT record is missing, or is that of a new owner.`;
    return {
      kind: isServed ? "domain_failing" : "domain_failed",
      subject: `${siteId} ${domain} ${since}`,
      organizationId,
      isOnce: true,
      message: `${message} Domains: ${url}`,
    };
  });
}

async function findOpenedFailures(platform: Platform): Promise<Alert[]> {
  const opened = await listOpenedFailures(platform, platform.now() - dayMilliseconds);
  const alerts: Alert[] = [];
  for (const { organizationId, endpointId, cause, reason, openedAt } of opened) {
    const endpoint = await platform.deliveries.getEndpoint(endpointId);
    if (endpoint === undefined) continue;
    alerts.push({
      kind: "failures_opened",
      subject: `${cause} ${openedAt}`,
      organizationId,
      isOnce: true,
      message: describeFailures(platform, endpoint, { organizationId, reason }),
    });
  }
  return alerts;
}

function describeFailures(
  { urls }: Platform,
  endpoint: Endpoint,
  { organizationId, reason }: { readonly organizationId: string; readonly reason: string },
): string {
  const { id, kind, url } = endpoint;
  const stream = streamKindOf(endpoint);
  if (stream !== undefined)
    return `The stream to ${url} failed with ${reason}. You won't be told about further failures with this cause until you resend its deliveries. Stream: ${urls.console}/${stream}?organization=${organizationId}`;
  const target = kind === "webhook" ? url || id : `installation ${id}`;
  const search = new URLSearchParams({ organization: organizationId, endpoint: id, status: "failed" });
  return `A delivery to ${target} failed with ${reason}. You won't be told about further failures with this cause until you resolve it. Deliveries: ${urls.console}/deliveries?${search.toString()}`;
}

/** Returns the alerts about quotas that organizations have used to at least 80%. */
export async function findNearQuotas(platform: Platform): Promise<Alert[]> {
  const near = await listNearQuotas(platform);
  return near.map(({ organization: { id, title }, quota, percent, period }) => {
    const isReached = percent >= 100;
    const used = `${title} ${period === "day" ? "used" : "uses"} ${percent}% of its quota ${quota}${period === "day" ? " today" : ""}.`;
    const effect = isReached ? " Anything above it is refused or has to wait." : "";
    return {
      kind: isReached ? "quota_reached" : "quota_near",
      subject: `${id} ${quota}`,
      organizationId: id,
      periodMilliseconds: period === "month" ? monthMilliseconds : undefined,
      message: `${used}${effect} Usage: ${platform.urls.console}/usage?organization=${id}`,
    };
  });
}

async function findDisabled({ deliveries }: Platform): Promise<Alert[]> {
  const notices = await deliveries.listNotices();
  return notices.map(({ id, endpointId, reason }) => ({
    kind: "endpoint_disabled",
    subject: id,
    message:
      reason === "gone"
        ? `Endpoint ${endpointId} is disabled: it responded with 410 Gone.`
        : `Endpoint ${endpointId} is disabled: all requests have failed for five days.`,
  }));
}

async function findFailing({ deliveries, now }: Platform, maxMilliseconds: number): Promise<Alert[]> {
  const failing: Alert[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await deliveries.listEndpoints({
      kind: "integration",
      status: "active",
      cursor,
      limit: pageSize,
    });
    for (const { id, failingSince } of page.items) {
      if (failingSince === undefined || now() - failingSince < maxMilliseconds) continue;
      const minutes = Math.floor((now() - failingSince) / minute);
      const message = `The integration of installation ${id} has been failing for ${minutes} minutes.`;
      failing.push({ kind: "integration_failing", subject: id, message });
    }
    ({ cursor } = page);
    if (cursor === undefined) return failing;
  }
}

async function findFullDisk(dataDir: string, minFree: number): Promise<Alert[]> {
  const { bavail, blocks } = await statfs(dataDir);
  if (blocks === 0 || bavail / blocks >= minFree) return [];
  const percent = Math.floor((bavail / blocks) * 100);
  return [
    {
      kind: "disk_full",
      subject: dataDir,
      message: `The disk with ${dataDir} is nearly full: ${percent}% free.`,
    },
  ];
}

async function findBacklog({ db, now }: Platform, maxMilliseconds: number): Promise<Alert[]> {
  const oldest = await db
    .selectFrom("events")
    .select(sql<number | null>`min(due_at)`.as("due"))
    .where("fanned_out_at", "is", null)
    .where("held_back", "=", sql.lit(0))
    .executeTakeFirst();
  const age = now() - (oldest?.due ?? now());
  if (age < maxMilliseconds) return [];
  const minutes = Math.floor(age / minute);
  const message = `Events have been waiting for fan-out for up to ${minutes} minutes. Check that a worker is running.`;
  return [{ kind: "backlog_old", subject: "events", message }];
}

async function findOverdue({ deliveries, now }: Platform, maxMilliseconds: number): Promise<Alert[]> {
  const oldest = await deliveries.oldestDue();
  const age = now() - (oldest?.dueAt ?? now());
  if (oldest === undefined || age < maxMilliseconds) return [];
  const minutes = Math.floor(age / minute);
  const message = `Deliveries are overdue by up to ${minutes} minutes; the oldest goes to endpoint ${oldest.endpointId}. Add workers if this persists.`;
  return [{ kind: "backlog_old", subject: "deliveries", message }];
}
