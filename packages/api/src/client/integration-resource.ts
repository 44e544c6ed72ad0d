import type { Category, Target, Visibility } from "../manifest-vocabulary.ts";
import type { Scope } from "../scope.ts";

/** An integration as it was last published. */
export interface IntegrationResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly summary?: string;
  /** Identifier of the organization that owns the integration. */
  readonly organization: string;
  readonly visibility: Visibility;
  readonly target: Target;
  readonly scopes: readonly Scope[];
  readonly categories: readonly Category[];
  /** Grows by one with each publication. */
  readonly version: number;
  readonly urls: { readonly publicEndpoint: string };
}
