import * as z from "zod";

/** What is read of a trace that Chromium wrote. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      // Microseconds of processor time, of what took some.
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Milliseconds of processor time that each task of the page's main thread took. */
export function workOfTasks(trace: Buffer): number[] {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
