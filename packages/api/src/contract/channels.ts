import * as z from "zod";
import { limits } from "./limits.ts";

/** The schema of a channel name. */
export const channelSchema = z
  .string()
  .max(limits.channelLength)
  .regex(/^[\w.:/-]+$/, "must consist of letters, digits and _ - . : /");

/** The schema of an event's or endpoint's channels. Without channels, the list is omitted. */
export const channelsSchema = z.array(channelSchema).min(1).max(limits.channels);
