import * as z from "zod";
import { type InstallationStatus, installationStatuses } from "./installation-status.ts";
import {
  type Category,
  categories,
  type Target,
  targets,
  type Visibility,
  visibilities,
} from "./manifest-vocabulary.ts";
import { type Scope, scopes } from "./scope.ts";

/** Checks a scope (specification, "Scope values"). */
export const scopeSchema: z.ZodType<Scope> = z.enum(scopes);

/** Checks a visibility (specification, "Visibility values"). */
export const visibilitySchema: z.ZodType<Visibility> = z.enum(visibilities);

/** Checks a category (specification, "Category values"). */
export const categorySchema: z.ZodType<Category> = z.enum(categories);

/** Checks a target. */
export const targetSchema: z.ZodType<Target> = z.enum(targets);

/** Checks an installation status (specification, "States and transitions"). */
export const installationStatusSchema: z.ZodType<InstallationStatus> = z.enum(installationStatuses);
