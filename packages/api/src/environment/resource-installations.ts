import type { Environment, IntegrationTypes, ProductInstallation } from "./environment.ts";

/** An installation of an environment that is in a resource of the product. */
export interface ResourceInstallationOfEnvironment {
  /** The kind of the resource, such as `project`. */
  readonly kind: string;
  readonly resourceId: string;
  readonly installation: ProductInstallation<never>;
}

/**
 * Returns the installations of an environment that are in resources of the product, such as `projectInstallation`.
 * The most specific one comes first.
 *
 * @example
 * import { type Environment, resourceInstallationsOf } from "@plugboard/api";
 *
 * declare const environment: Environment;
 * const [mostSpecific] = resourceInstallationsOf(environment);
 * console.log(mostSpecific?.kind, mostSpecific?.resourceId); // project prj_1
 */
export function resourceInstallationsOf(
  environment: Environment<IntegrationTypes>,
): readonly ResourceInstallationOfEnvironment[] {
  const found = Object.entries<unknown>({ ...environment }).flatMap(([name, installation]) => {
    const kind = /^([a-z]\w*)Installation$/.exec(name)?.[1];
    const resourceId: unknown = kind === undefined ? undefined : Reflect.get(Object(installation), kind);
    if (kind === undefined || typeof resourceId !== "string") return [];
    // The platform sets the other fields of an installation together with its resource.
    return [{ kind, resourceId, installation: installation as ProductInstallation<never> }];
  });
  // The platform lists containers before the resources within them.
  return found.toReversed();
}
