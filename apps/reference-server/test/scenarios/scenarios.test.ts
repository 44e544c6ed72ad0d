import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { openInMemory, openServer, openServerWithScript } from "./hosts.fixture.ts";
import type { ScenarioHost } from "./scenario-host.ts";
import { moreScenarios, outcomeOf, type Scenario, scenarios } from "./scenarios.ts";

/** The scenario's results, with run-specific values replaced by placeholders. */
async function transcribe({ play }: Scenario, open: () => Promise<ScenarioHost>): Promise<unknown> {
  const host = await open();
  onTestFinished(host.close);
  const steps: unknown[] = [];
  await play(host, async (name, action) => {
    let result: Awaited<ReturnType<typeof action>> | undefined;
    const outcome = await outcomeOf(async () => (result = await action()));
    steps.push({ name, outcome });
    // The environment is built when an event is sent, so wait for pending events before the next step.
    await host.runQueued();
    return result;
  });
  const { received, webhooks } = host;
  // Events created at the same time are sent concurrently, in any order.
  const sorted = (list: readonly unknown[]) =>
    list.map((item) => JSON.stringify(normalize(item, host))).toSorted();
  return { steps: normalize(steps, host), received: sorted(received), webhooks: sorted(webhooks) };
}

function normalize(value: unknown, { ids, webhookBase, api: _api, consoleOrigin }: ScenarioHost): unknown {
  const named = Object.entries(ids).map(([name, id]) => [id, `<${name}>`] as const);
  let text = JSON.stringify(value);
  for (const [id, name] of [
    ...named,
    [webhookBase, "<webhooks>"] as const,
    [consoleOrigin, "<console>"] as const,
  ])
    text = text.replaceAll(id, name);
  text = text
    .replaceAll(/\b(evt|ins|whe|dlv|rev)_\w+/g, "<$1>")
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>")
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+(\.[\w-]+)*/g, "<token>")
    .replaceAll(/(?<=":")[\w-]{43}(?=")/g, "<signing secret>")
    .replaceAll(/https?:\/\/(sites\.plugboard\.test|localhost:\d+|127\.0\.0\.1:\d+)/g, "<origin>")
    .replaceAll(/"(dueAt|durationMilliseconds|p95Milliseconds|requests|waiting)":[\d.]+/g, '"$1":0')
    .replaceAll(/\/sites\/(docs|handbook)\//g, "/sites/<slug>/");
  return JSON.parse(text);
}

describe("the platform in memory and the server", () => {
  it.each([...scenarios, ...atNight(...moreScenarios)])(
    "respond and emit the same: $name",
    async (scenario) => {
      const [inMemory, overHttp, asScript] = await Promise.all([
        transcribe(scenario, openInMemory),
        transcribe(scenario, openServer),
        transcribe(scenario, openServerWithScript),
      ]);
      expect(inMemory).toEqual(overHttp);
      expect(asScript).toEqual(overHttp);
    },
  );
});
