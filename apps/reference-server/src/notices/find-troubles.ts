import { statfs } from "node:fs/promises";
import type { Platform } from "@plugboard/platform";
import { sql } from "kysely";

/** Something that an operator has to know of. */
export interface Trouble {
  readonly kind: "endpoint_disabled" | "integration_failing" | "disk_full" | "backlog_old";
  /** Which one; the same trouble is reported once a day. */
  readonly subject: string;
  /** A sentence. */
  readonly message: string;
}

/** What is looked at, and from when on it is trouble. */
export interface TroubleOptions {
  readonly platform: Platform;
  readonly dataDir: string;
  /** Part of the disk that is free. Default: 0.05. */
  readonly minFreeDisk?: number | undefined;
  /** How long an event may wait for its deliveries, and a delivery that is due to be sent. Default: 5 minutes. */
  readonly maxBacklogMilliseconds?: number | undefined;
  /** How long an integration may do nothing but fail. Default: 15 minutes. */
  readonly maxFailingMilliseconds?: number | undefined;
}

const minute = 60_000;
const pageSize = 500;

/** Finds all that an operator has to know of now. */
export async function findTroubles({
  platform,
  dataDir,
  minFreeDisk = 0.05,
  maxBacklogMilliseconds = 5 * minute,
  maxFailingMilliseconds = 15 * minute,
}: TroubleOptions): Promise<Trouble[]> {
  return [
    ...(await findDisabled(platform)),
    ...(await findFailing(platform, maxFailingMilliseconds)),
    ...(await findFullDisk(dataDir, minFreeDisk)),
    ...(await findBacklog(platform, maxBacklogMilliseconds)),
    ...(await findOverdue(platform, maxBacklogMilliseconds)),
  ];
}

async function findDisabled({ deliveries }: Platform): Promise<Trouble[]> {
  const notices = await deliveries.listNotices();
  return notices.map(({ id, endpointId, reason }) => ({
    kind: "endpoint_disabled",
    subject: id,
    message:
      reason === "gone"
        ? `Endpoint ${endpointId} is disabled: it responded that it is gone.`
        : `Endpoint ${endpointId} is disabled: all requests to it failed for several days.`,
  }));
}

async function findFailing({ deliveries, now }: Platform, maxMilliseconds: number): Promise<Trouble[]> {
  const failing: Trouble[] = [];
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
      const message = `The integration of installation ${id} did nothing but fail for ${minutes} minutes.`;
      failing.push({ kind: "integration_failing", subject: id, message });
    }
    ({ cursor } = page);
    if (cursor === undefined) return failing;
  }
}

async function findFullDisk(dataDir: string, minFree: number): Promise<Trouble[]> {
  const { bavail, blocks } = await statfs(dataDir);
  if (blocks === 0 || bavail / blocks >= minFree) return [];
  const percent = Math.floor((bavail / blocks) * 100);
  return [
    {
      kind: "disk_full",
      subject: dataDir,
      message: `The disk of ${dataDir} has ${percent} % of its room left.`,
    },
  ];
}

async function findBacklog({ db, now }: Platform, maxMilliseconds: number): Promise<Trouble[]> {
  const oldest = await db
    .selectFrom("events")
    .select(sql<number | null>`min(due_at)`.as("due"))
    .where("fanned_out_at", "is", null)
    .where("held_back", "=", sql.lit(0))
    .executeTakeFirst();
  const age = now() - (oldest?.due ?? now());
  if (age < maxMilliseconds) return [];
  const minutes = Math.floor(age / minute);
  const message = `Events wait for their deliveries, the oldest for ${minutes} minutes. Is there a worker?`;
  return [{ kind: "backlog_old", subject: "events", message }];
}

async function findOverdue({ deliveries, now }: Platform, maxMilliseconds: number): Promise<Trouble[]> {
  const oldest = await deliveries.oldestDue();
  const age = now() - (oldest?.dueAt ?? now());
  if (oldest === undefined || age < maxMilliseconds) return [];
  const minutes = Math.floor(age / minute);
  const message = `Deliveries are due and not sent, the oldest for ${minutes} minutes, to endpoint ${oldest.endpointId}. Do the workers keep up?`;
  return [{ kind: "backlog_old", subject: "deliveries", message }];
}
