import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";

/**
 * Creates a Vitest reporter that lists skipped tests at the end of a run, so that missing tools are noticed.
 */
export function createSkippedTestsReporter(): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit: (context) => {
      vitest = context;
    },
    onTestRunEnd: (modules) => {
      // A run of selected tests skips all others.
      if (vitest === undefined || vitest.config.testNamePattern !== undefined) return;
      const { root } = vitest.config;
      for (const line of listSkipped(modules, root)) vitest.logger.log(line);
    },
  };
}

function listSkipped(modules: readonly TestModule[], root: string): string[] {
  const files = modules.flatMap((module) => {
    const [first, ...others] = module.children.allTests("skipped");
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return [`  ${relative(root, module.moduleId)}: ${first.fullName}${more}`];
  });
  return files.length === 0 ? [] : ["Skipped on this machine:", ...files.toSorted()];
}
