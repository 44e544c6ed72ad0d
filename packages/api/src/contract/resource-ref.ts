import * as z from "zod";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

const identifier = z.string().min(1).max(limits.identifierLength);

/** The schema of a reference to a resource of the platform's product. */
export const resourceRefSchema = shape(
  "ResourceRef",
  "Names a resource of the platform's product.",
  z.object({ kind: identifier.describe("A kind of `getContract`."), id: identifier }),
);
