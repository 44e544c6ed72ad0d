import type { QueuedTask } from "@plugboard/runtime";
import * as z from "zod";
import type { Message } from "./post-message.ts";

/** A message waiting to be posted. */
export interface PendingMessage {
  readonly message: Message;
  /** The number of retries so far. */
  readonly retries: number;
}

// The delay before each retry.
const delaysSeconds = [60, 600, 3600];

const taskSchema: z.ZodType<{ readonly payload: PendingMessage }> = z.object({
  type: z.literal("retry-message"),
  payload: z.object({
    message: z.object({ channel: z.string(), text: z.string() }),
    retries: z.int().min(0),
  }),
});

/**
 * Returns a task that retries a message after at least `waitSeconds`; `undefined` if there are no retries
 * left.
 */
export function toRetryTask(
  { message, retries }: PendingMessage,
  waitSeconds: number,
): QueuedTask | undefined {
  const delay = delaysSeconds[retries];
  if (delay === undefined) return undefined;
  const payload: PendingMessage = { message, retries: retries + 1 };
  return { type: "retry-message", payload, delaySeconds: Math.max(delay, waitSeconds) };
}

/** Returns a task's message. @throws ZodError if it is another task */
export function parseRetryTask(task: { readonly type: string; readonly payload?: unknown }): PendingMessage {
  return taskSchema.parse(task).payload;
}
