import * as z from "zod";
import { limits } from "./limits.ts";

/** Checks the name of a channel. */
export const channelSchema = z
  .string()
  .max(limits.channelLength)
  .regex(/^[\w.:/-]+$/, "must be of letters, digits and _ - . : /");

/** Checks what an event is about, or an endpoint is for: an event of no channel, or an endpoint for all, has no list. */
export const channelsSchema = z.array(channelSchema).min(1).max(limits.channels);
