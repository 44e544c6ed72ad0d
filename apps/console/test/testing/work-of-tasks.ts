import * as z from "zod";

/** The relevant part of a Chromium trace. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      // CPU time in microseconds.
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Returns the CPU time of each main-thread task in milliseconds. */
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
