import * as z from "zod";
import { httpUrlProblem, isHttpUrl } from "../vocabulary/http-url.ts";
import { limits } from "./limits.ts";

/** An http or https URL that the platform calls. */
export const httpUrlSchema = z
  .url({ error: httpUrlProblem, abort: true })
  .max(limits.urlLength)
  .refine(isHttpUrl, httpUrlProblem);

/** The URL of an endpoint: an http or https URL, or the address of its destination. */
export const endpointUrlSchema = z.url({ error: httpUrlProblem }).max(limits.urlLength);
