import * as z from "zod";
import { httpUrlProblem } from "../vocabulary/http-url.ts";
import { limits } from "./limits.ts";

/** An http or https URL that the platform calls. */
export const httpUrlSchema = z.url({ protocol: /^https?$/, error: httpUrlProblem }).max(limits.urlLength);
