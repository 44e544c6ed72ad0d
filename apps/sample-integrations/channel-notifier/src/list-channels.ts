import * as z from "zod";

/** Where the chat is, and what it lets in. */
export interface ChatAccess {
  readonly origin: string;
  /** An access token of the team. */
  readonly token: string;
}

/** A channel of the chat. */
export interface Channel {
  readonly id: string;
  readonly name: string;
}

const channelsSchema: z.ZodType<readonly Channel[]> = z.array(z.object({ id: z.string(), name: z.string() }));

/** The channels that everybody in the team may read. */
export async function listChannels({ origin, token }: ChatAccess): Promise<readonly Channel[]> {
  const response = await fetch(`${origin}/channels`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`The chat responded with ${response.status} instead of its channels`);
  return channelsSchema.parse(await response.json());
}
