/** Tenants that behave alike. Each has one endpoint. */
export interface TenantGroup {
  readonly name: string;
  readonly tenants: number;
  /** Events per second of each tenant. */
  readonly eventsPerSecond: number;
  /** Periodic additional load. */
  readonly burst?: { readonly everySeconds: number; readonly forSeconds: number; readonly factor: number };
  /** The response time of the endpoints (ms). */
  readonly responseMilliseconds: number;
  /** The endpoints never respond; each attempt ends after `responseMilliseconds`. */
  readonly isDead?: boolean;
}

/** The input of a simulation. The result depends on nothing else. */
export interface Scenario {
  readonly seconds: number;
  readonly seed: number;
  readonly groups: readonly TenantGroup[];
  readonly workers: number;
  /** The maximum requests in flight per worker. */
  readonly slots: number;
  /** The maximum requests in flight per worker and endpoint. */
  readonly perEndpoint: number;
  /** The CPU capacity of one worker. */
  readonly deliveriesPerSecond: number;
  /** The combined capacity of all databases. */
  readonly databaseDeliveriesPerSecond: number;
  /** The time from accepting an event until a worker has it, without other load. */
  readonly claimMilliseconds: number;
  /**
   * Workers that are lost and not replaced. Their requests in flight are taken over when their lease expires.
   */
  readonly loss?: { readonly atSecond: number; readonly workers: number; readonly leaseSeconds: number };
}

/** The results of a group. Latencies are measured from acceptance to response. */
export interface GroupResult {
  readonly name: string;
  readonly accepted: number;
  readonly delivered: number;
  /** Undelivered events at the end. */
  readonly waiting: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** The lowest share of delivered events among the tenants. */
  readonly worstShare: number;
}

export interface SimulationResult {
  readonly groups: readonly GroupResult[];
  /** The peak backlog of all groups whose endpoints respond. */
  readonly maxBacklog: number;
  readonly deliveredPerSecond: number;
}

const stepMilliseconds = 10;
const stepsPerSecond = 1000 / stepMilliseconds;
const slowMilliseconds = 1000;
const failuresUntilOpen = 10;
const probeSteps = 30 * stepsPerSecond;

interface Queue {
  readonly group: TenantGroup;
  readonly latencies: Map<number, number>;
  /** Numbers of events by the step they were accepted in. */
  readonly waiting: { step: number; count: number }[];
  size: number;
  inFlight: number;
  accepted: number;
  delivered: number;
  failures: number;
  nextProbe: number;
}

/** Attempts from one queue that end at the same time. */
interface Batch {
  readonly queue: Queue;
  readonly acceptedAt: number;
  count: number;
}

/**
 * Runs a scenario in steps of 10 ms. Tenants take turns for free slots, slow endpoints get at most half of
 * them, and an endpoint that failed ten times in a row is probed every 30 seconds. Workers are limited by
 * their CPU capacity, and all together by the capacity of the databases.
 */
export function simulate(scenario: Scenario): SimulationResult {
  const { groups, workers, slots, perEndpoint, loss } = scenario;
  const random = createRandom(scenario.seed);
  // A separate generator, so that the load is the same with and without a loss.
  const losses = createRandom(scenario.seed + 1);
  const queues = groups.flatMap((group) => Array.from({ length: group.tenants }, () => createQueue(group)));
  const ending = new Map<number, Batch[]>();
  const add = (step: number, batch: Batch): void => {
    const batches = ending.get(step);
    if (batches === undefined) ending.set(step, [batch]);
    else batches.push(batch);
  };
  const claimSteps = Math.max(1, Math.round(scenario.claimMilliseconds / stepMilliseconds));
  let alive = workers;
  let inFlight = 0;
  let slowInFlight = 0;
  let turn = 0;
  let allowance = 0;
  let maxBacklog = 0;

  const release = ({ queue, count }: Batch): void => {
    queue.inFlight -= count;
    inFlight -= count;
    if (isSlow(queue.group)) slowInFlight -= count;
  };
  const start = (queue: Queue, most: number, step: number): number => {
    let left = most;
    const endsAt = step + Math.max(1, Math.round(queue.group.responseMilliseconds / stepMilliseconds));
    while (left > 0) {
      const [first] = queue.waiting;
      if (first === undefined || first.step + claimSteps > step) break;
      const count = Math.min(left, first.count);
      first.count -= count;
      if (first.count === 0) queue.waiting.shift();
      add(endsAt, { queue, acceptedAt: first.step, count });
      left -= count;
    }
    const started = most - left;
    queue.size -= started;
    queue.inFlight += started;
    inFlight += started;
    if (isSlow(queue.group)) slowInFlight += started;
    return started;
  };
  const end = (batch: Batch, step: number): void => {
    release(batch);
    const { queue, acceptedAt, count } = batch;
    if (queue.group.isDead === true) {
      queue.failures += count;
      queue.nextProbe = step + probeSteps;
      queue.size += count;
      queue.waiting.unshift({ step: acceptedAt, count });
      return;
    }
    queue.delivered += count;
    const latency = bucketOf((step - acceptedAt) * stepMilliseconds);
    queue.latencies.set(latency, (queue.latencies.get(latency) ?? 0) + count);
  };
  const lose = (lost: NonNullable<Scenario["loss"]>, step: number): void => {
    const share = lost.workers / alive;
    alive -= lost.workers;
    for (const [, batches] of ending) {
      for (const batch of batches) {
        const count = losses.binomial(batch.count, share);
        if (count === 0) continue;
        batch.count -= count;
        const taken = { ...batch, count };
        release(taken);
        taken.queue.size += count;
        // Invisible until the lease expires, but their age counts from acceptance.
        returning.push({ at: step + lost.leaseSeconds * stepsPerSecond, batch: taken });
      }
    }
  };
  const returning: { readonly at: number; readonly batch: Batch }[] = [];

  for (let step = 0; step < scenario.seconds * stepsPerSecond; step += 1) {
    for (const queue of queues) {
      const count = random.poisson(rateOf(queue.group, step / stepsPerSecond) / stepsPerSecond);
      if (count === 0) continue;
      queue.waiting.push({ step, count });
      queue.size += count;
      queue.accepted += count;
    }
    for (const batch of ending.get(step) ?? []) end(batch, step);
    ending.delete(step);
    if (loss !== undefined && step === loss.atSecond * stepsPerSecond) lose(loss, step);
    while (returning[0] !== undefined && returning[0].at <= step) {
      const { queue, acceptedAt, count } = returning.shift()?.batch ?? {
        queue: queues[0],
        acceptedAt: 0,
        count: 0,
      };
      queue?.waiting.unshift({ step: acceptedAt, count });
    }

    const carried = Math.min(alive * scenario.deliveriesPerSecond, scenario.databaseDeliveriesPerSecond);
    allowance = Math.min(allowance + carried / stepsPerSecond, carried / 10);
    const capacity = alive * slots;
    for (;;) {
      const open = queues.filter((queue) => roomOf(queue, step, alive * perEndpoint) > 0);
      const free = Math.min(Math.floor(allowance), capacity - inFlight);
      if (open.length === 0 || free <= 0) break;
      const share = Math.max(1, Math.floor(free / open.length));
      let started = 0;
      turn += 1;
      for (let index = 0; index < open.length && started < free; index += 1) {
        const queue = open[(index + turn) % open.length];
        if (queue === undefined) continue;
        const room = roomOf(queue, step, alive * perEndpoint);
        const slowRoom = isSlow(queue.group) ? capacity / 2 - slowInFlight : Infinity;
        started += start(queue, Math.max(0, Math.min(share, room, slowRoom, free - started)), step);
      }
      allowance -= started;
      if (started === 0) break;
    }
    const backlog = queues.reduce((sum, { group, size }) => sum + (group.isDead === true ? 0 : size), 0);
    maxBacklog = Math.max(maxBacklog, backlog);
  }
  const delivered = queues.reduce((sum, queue) => sum + queue.delivered, 0);
  return {
    groups: groups.map((group) => summarize(group, queues)),
    maxBacklog,
    deliveredPerSecond: delivered / scenario.seconds,
  };
}

function createQueue(group: TenantGroup): Queue {
  const counts = { size: 0, inFlight: 0, accepted: 0, delivered: 0, failures: 0, nextProbe: 0 };
  return { group, latencies: new Map(), waiting: [], ...counts };
}

function isSlow({ responseMilliseconds }: TenantGroup): boolean {
  return responseMilliseconds >= slowMilliseconds;
}

function rateOf({ eventsPerSecond, burst }: TenantGroup, second: number): number {
  if (burst === undefined || second % burst.everySeconds >= burst.forSeconds) return eventsPerSecond;
  return eventsPerSecond * burst.factor;
}

/** Returns how many more attempts an endpoint can have in flight. */
function roomOf(
  { waiting, inFlight, failures, nextProbe }: Queue,
  step: number,
  maxInFlight: number,
): number {
  if (waiting.length === 0) return 0;
  if (failures >= failuresUntilOpen) return step >= nextProbe && inFlight === 0 ? 1 : 0;
  return maxInFlight - inFlight;
}

/** Buckets are 2% apart. */
const bucketRatio = Math.log(1.02);

function bucketOf(milliseconds: number): number {
  return Math.round(Math.log(milliseconds) / bucketRatio);
}

function summarize(group: TenantGroup, queues: readonly Queue[]): GroupResult {
  const own = queues.filter((queue) => queue.group === group);
  const latencies = new Map<number, number>();
  for (const queue of own)
    for (const [bucket, count] of queue.latencies)
      latencies.set(bucket, (latencies.get(bucket) ?? 0) + count);
  const sum = (read: (queue: Queue) => number): number =>
    own.reduce((total, queue) => total + read(queue), 0);
  return {
    name: group.name,
    accepted: sum(({ accepted }) => accepted),
    delivered: sum(({ delivered }) => delivered),
    waiting: sum(({ size, inFlight }) => size + inFlight),
    p50Milliseconds: quantileOf(latencies, 0.5),
    p99Milliseconds: quantileOf(latencies, 0.99),
    worstShare: Math.min(
      ...own.map(({ accepted, delivered }) => (accepted === 0 ? 1 : delivered / accepted)),
    ),
  };
}

function quantileOf(buckets: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...buckets].toSorted(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of sorted) {
    seen += count;
    if (seen >= total * share) return Math.exp(bucket * bucketRatio);
  }
  return Number.NaN;
}

interface Random {
  /** Returns a Poisson-distributed number with this mean. */
  readonly poisson: (mean: number) => number;
  /** Returns a binomially distributed number of hits. */
  readonly binomial: (count: number, chance: number) => number;
}

/** Creates a random number generator that is determined by the seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    poisson: (mean) => {
      if (mean > 50) {
        const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
      }
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
    binomial: (count, chance) => {
      let hits = 0;
      for (let index = 0; index < count; index += 1) if (next() < chance) hits += 1;
      return hits;
    },
  };
}
