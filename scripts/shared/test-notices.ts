import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";

/** The tag of slow tests, which `pnpm test` leaves out. */
export const nightTag = "night";

/**
 * Creates a Vitest reporter that ends a run with facts that a green result hides: skipped tests, which indicate a missing
 * tool, and tests that passed only when repeated, which indicate a race.
 */
export function createTestNoticesReporter(): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit: (context) => {
      vitest = context;
    },
    onTestRunEnd: (modules) => {
      if (vitest === undefined) return;
      const { config, logger } = vitest;
      // A run of selected tests skips all others.
      if (config.testNamePattern === undefined && config.tagsFilter === undefined)
        for (const line of listSkipped(modules, config.root)) logger.log(line);
      for (const line of listRepeated(modules, config.root)) logger.log(line);
    },
  };
}

function listSkipped(modules: readonly TestModule[], root: string): string[] {
  const files = modules.flatMap((module) => {
    const [first, ...others] = [...module.children.allTests("skipped")].filter(
      ({ tags }) => !tags.includes(nightTag),
    );
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return [`  ${relative(root, module.moduleId)}: ${first.fullName}${more}`];
  });
  return files.length === 0 ? [] : ["Skipped on this machine:", ...files.toSorted()];
}

function listRepeated(modules: readonly TestModule[], root: string): string[] {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests("passed")]
      .filter((test) => test.diagnostic()?.flaky)
      .flatMap((test) => [
        `  ${relative(root, module.moduleId)}: ${test.fullName}`,
        ...(test.result().errors ?? []).map(({ message }) => message.slice(0, 300).replaceAll(/^/gm, "    ")),
      ]),
  );
  return tests.length === 0 ? [] : ["Passed only when repeated, so each has a race to fix:", ...tests];
}
