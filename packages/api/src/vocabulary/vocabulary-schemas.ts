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
import { type KeyScopeName, keyScopes, type Scope, type ScopeName, scopes } from "./scope.ts";

/** Checks a scope (docs/conformance.md#visibility-categories-and-scopes). */
export const scopeSchema: z.ZodType<Scope> = z.enum(scopes);

/** Checks a scope of the platform or of its product. */
export const scopeNameSchema: z.ZodType<ScopeName, ScopeName> = z.union([
  z.enum(scopes),
  z.string().min(1).max(100),
]);

/** Checks a permission of an API key. */
export const keyScopeNameSchema: z.ZodType<KeyScopeName, KeyScopeName> = z.union([
  z.enum(keyScopes),
  z.string().min(1).max(100),
]);

/** Checks a visibility (docs/conformance.md#visibility-categories-and-scopes). */
export const visibilitySchema: z.ZodType<Visibility> = z.enum(visibilities);

/** Checks a category (docs/conformance.md#categories). */
export const categorySchema: z.ZodType<Category> = z.enum(categories);

/** Checks a target. */
export const targetSchema: z.ZodType<Target, Target> = z.union([z.enum(targets), z.string().min(1).max(100)]);

/** Checks an installation status (docs/conformance.md#installation-status). */
export const installationStatusSchema: z.ZodType<InstallationStatus> = z.enum(installationStatuses);
