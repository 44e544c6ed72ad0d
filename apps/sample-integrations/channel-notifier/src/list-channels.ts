import * as z from "zod";
import { chatOrigin } from "./chat-origin.ts";

/** A channel of the chat. */
export interface Channel {
  readonly id: string;
  readonly name: string;
}

const channelsSchema: z.ZodType<readonly Channel[]> = z.array(z.object({ id: z.string(), name: z.string() }));

/** The channels that everybody in the team may read. */
export async function listChannels(token: string): Promise<readonly Channel[]> {
  const response = await fetch(`${chatOrigin}/channels`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`The chat responded with ${response.status} instead of its channels`);
  return channelsSchema.parse(await response.json());
}
