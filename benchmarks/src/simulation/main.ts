import { runForReal } from "./run-for-real.ts";
import { large, small } from "./scenarios.ts";
import { type GroupResult, type Scenario, simulate } from "./simulate.ts";

// `pnpm simulate` runs the model of 100,000 events per second. `--check` compares a small scenario with a
// real run.

function show(groups: readonly GroupResult[]): void {
  console.table(
    Object.fromEntries(
      groups.map(({ name, ...group }) => [
        name,
        {
          accepted: group.accepted,
          delivered: group.delivered,
          waiting: group.waiting,
          "p50 ms": Math.round(group.p50Milliseconds),
          "p99 ms": Math.round(group.p99Milliseconds),
          "worst tenant": `${(group.worstShare * 100).toFixed(1)} %`,
        },
      ]),
    ),
  );
}

/** Measures how long an event waits on an idle machine, which the model takes as input. */
async function measureClaim(): Promise<number> {
  const [alone] = small.groups;
  if (alone === undefined) throw new TypeError("the scenario has groups");
  const [measured] = await runForReal({ ...small, seconds: 4, groups: [alone] });
  return Math.round((measured?.p50Milliseconds ?? 0) - alone.responseMilliseconds);
}

function play(title: string, scenario: Scenario): void {
  const { groups, maxBacklog, deliveredPerSecond } = simulate(scenario);
  console.log(`\n${title}`);
  show(groups);
  const rate = Math.round(deliveredPerSecond).toLocaleString("en");
  console.log(`${rate} delivered per second, at most ${maxBacklog.toLocaleString("en")} waiting`);
}

if (process.argv.includes("--check")) {
  const modeled = { ...small, claimMilliseconds: await measureClaim() };
  play(`The model; claims currently take ${modeled.claimMilliseconds} ms on this machine`, modeled);
  console.log("\nThe same scenario, run for real");
  const real = await runForReal(small);
  show(real);
  for (const group of simulate(modeled).groups) {
    const own = real.find(({ name }) => name === group.name);
    if (own === undefined || own.delivered === 0) continue;
    const off = (of: (group: GroupResult) => number): string =>
      `${(((of(group) - of(own)) / of(own)) * 100).toFixed(0)} %`;
    console.log(
      `${group.name}: the model is off by ${off(({ delivered, accepted }) => delivered / accepted)} in deliveries, ` +
        `${off(({ p50Milliseconds }) => p50Milliseconds)} at p50, ${off(({ p99Milliseconds }) => p99Milliseconds)} at p99`,
    );
  }
} else {
  const { loss: _loss, ...whole } = large;
  play("100,000 events per second, 64 workers, 16 databases", whole);
  play("The same, with 8 workers lost after 40 s", large);
  play("The same with 40 workers, which are too few", { ...whole, workers: 40 });
}
