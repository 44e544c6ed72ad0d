import type { Json, JsonCompatible, TaskEvent } from "@plugboard/api";
import type { ApiClient, TaskProgress } from "@plugboard/api/client";
import { saveTaskCheckpoint } from "@plugboard/api/routes";
import { IntegrationError } from "../errors/integration-error.ts";
import { taskState, type TaskState } from "./task-state.ts";

// A function rather than a property of the context, so that integrations without long tasks don't bundle this code.

/** A task made of steps, which continues in later requests. */
export interface ResumedTask {
  /**
   * Runs a step and saves its result, or returns the saved result of an earlier run. Once the current request has used half of its
   * time, a step that isn't finished throws: let the error pass, and the handler runs again from the start.
   *
   * @throws {IntegrationError} `task_continues`, or `duplicate_step` if the name was used before in this run
   * @throws {ApiError} `conflict` if the task was canceled
   */
  readonly step: <Result extends Json | void | JsonCompatible<Result>>(
    name: string,
    work: () => Result | Promise<Result>,
  ) => Promise<Result>;
  /**
   * Reports progress, which the console shows. Inside of a step, it ends a canceled task before the step does.
   *
   * @throws {ApiError} `conflict` if the task was canceled
   */
  readonly report: (progress: TaskProgress) => Promise<void>;
}

/** The parts of an `IntegrationContext` that a task needs. */
export interface TaskContext {
  readonly api: ApiClient;
  readonly [taskState]?: TaskState;
}

/**
 * Splits a task into steps, so that it can take up to 15 minutes in total. Call it once at the start of the `task` handler.
 *
 * @example
 * import { createIntegration, resumeTask } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   task: async (event, context) => {
 *     const { step, report } = resumeTask(event, context);
 *     const pages = await step("list pages", () => ["intro", "setup"]);
 *     for (const [index, page] of pages.entries()) {
 *       await step(`index ${page}`, () => console.log(page));
 *       await report({ done: index + 1, total: pages.length });
 *     }
 *   },
 * });
 */
export function resumeTask({ installationId, eventId, task }: TaskEvent, context: TaskContext): ResumedTask {
  // A test or an older platform sends no run. Each step then runs in the same request and isn't saved.
  const { number, milliseconds = Infinity, steps: saved = {} } = task.run ?? {};
  const state = context[taskState] ?? { now: undefined };
  const now = state.now ?? Date.now;
  const endsAt = now() + milliseconds;
  const names = new Set<string>();
  let hasStarted = false;
  const save = async (body: {
    readonly step?: { readonly name: string; readonly value?: Json };
    readonly progress?: TaskProgress;
  }): Promise<void> => {
    if (number === undefined || installationId === undefined) return;
    const params = { installationId, taskId: eventId };
    await context.api.call(saveTaskCheckpoint, { params, body: { run: number, ...body } });
  };
  return {
    step: async <Result>(name: string, work: () => Result | Promise<Result>) => {
      if (names.has(name))
        throw new IntegrationError(
          `The step "${name}" was already run. Give each step its own name`,
          500,
          "duplicate_step",
        );
      names.add(name);
      // The integration returned the value, so its author knows the type.
      if (Object.hasOwn(saved, name)) return saved[name]?.value as Result;
      // Each run finishes at least one step, even if the code before it is slow.
      if (state.continues === true || (hasStarted && now() >= endsAt)) {
        state.continues = true;
        throw new IntegrationError("The task continues in the next request", 503, "task_continues");
      }
      hasStarted = true;
      const json = JSON.stringify(await work());
      // The same value in this run and in later ones.
      const value = json === undefined ? undefined : (JSON.parse(json) as Json);
      await save({ step: value === undefined ? { name } : { name, value } });
      return value as Result;
    },
    report: (progress) => save({ progress }),
  };
}
