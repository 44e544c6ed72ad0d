import type { QueuedTask } from "@plugboard/runtime";
import * as z from "zod";
import type { Message } from "./post-message.ts";

/** A message that could not be posted yet. */
export interface PendingMessage {
  readonly message: Message;
  /** The number of retries so far. */
  readonly retries: number;
}

// The delay before each retry; there are as many retries as delays.
const delaysSeconds = [60, 600, 3600];

const taskSchema: z.ZodType<{ readonly payload: PendingMessage }> = z.object({
  type: z.literal("retry-message"),
  payload: z.object({
    message: z.object({ channel: z.string(), text: z.string() }),
    retries: z.int().min(0),
  }),
});

/** The task that tries a message again, not before `waitSeconds`; `undefined` when there are no retries left. */
export function toRetryTask(
  { message, retries }: PendingMessage,
  waitSeconds: number,
): QueuedTask | undefined {
  const delay = delaysSeconds[retries];
  if (delay === undefined) return undefined;
  const payload: PendingMessage = { message, retries: retries + 1 };
  return { type: "retry-message", payload, delaySeconds: Math.max(delay, waitSeconds) };
}

/** The message that a task carries. @throws ZodError when it is another task */
export function parseRetryTask(task: { readonly type: string; readonly payload?: unknown }): PendingMessage {
  return taskSchema.parse(task).payload;
}
