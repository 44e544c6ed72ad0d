import * as z from "zod";

/** Access to the chat's API. */
export interface ChatAccess {
  readonly origin: string;
  /** The team's access token. */
  readonly token: string;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
}

const channelsSchema: z.ZodType<readonly Channel[]> = z.array(z.object({ id: z.string(), name: z.string() }));

/** Returns the team's public channels. */
export async function listChannels({ origin, token }: ChatAccess): Promise<readonly Channel[]> {
  const response = await fetch(`${origin}/channels`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok)
    throw new Error(`The chat responded with ${response.status} to the request for its channels`);
  return channelsSchema.parse(await response.json());
}
