import { type AnyOperation, expandOperation } from "@plugboard/api/contract";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { Platform } from "./platform.ts";
import { claimRoutes } from "../product/claim-routes.ts";
import { noProduct } from "../product/define-contract.ts";
import type { ServerSettings } from "../settings/server-settings.ts";
import type { AnyHandler, AnyLiveHandler, HandlersOf, LiveHandlersOf } from "./operation-handler.ts";

/** The settings of the host that handlers depend on. */
export interface FeatureOptions {
  /**
   * Who can create organizations: only the platform's administrator (the default), or every signed-in person.
   */
  readonly organizationCreation?: "administrator" | "person" | undefined;
  /** The settings of the server. Defaults to none. */
  readonly settings?: ServerSettings | undefined;
}

type Table<Value> = Readonly<Record<string, Value>>;

/** A part of the HTTP API: operations with their handlers. */
export interface Feature {
  readonly operations: Table<AnyOperation>;
  readonly createHandlers: (platform: Platform, options: FeatureOptions) => Table<AnyHandler>;
  readonly createLiveHandlers?: ((platform: Platform) => Table<AnyLiveHandler>) | undefined;
}

/**
 * Ties handlers to the operations of a contract. A missing handler is a type error.
 *
 * @example
 * import { defineOperations, operation } from "@plugboard/api/contract";
 * import { defineFeature } from "@plugboard/platform";
 *
 * const operations = defineOperations({
 *   closeProject: operation({
 *     method: "POST",
 *     path: "/projects/{projectId}/close",
 *     tag: "Content",
 *     summary: "Close a project",
 *     access: "administrator",
 *     roles: ["owner"],
 *     example: {},
 *   }),
 * });
 * const feature = defineFeature(operations, () => ({ closeProject: async () => undefined }));
 * console.log(Object.keys(feature.operations)); // ["closeProject"]
 */
export function defineFeature<Operations extends Table<AnyOperation>>(
  operations: Operations,
  createHandlers: (platform: Platform, options: FeatureOptions) => HandlersOf<Operations>,
  createLiveHandlers?: (platform: Platform) => Partial<LiveHandlersOf<Operations>>,
): Feature {
  // Each call is validated with its operation's schemas, so that its handler gets the declared types.
  return { operations, createHandlers, createLiveHandlers } as unknown as Feature;
}

/** An operation with its handlers. */
export interface ServedOperation {
  readonly operation: AnyOperation;
  readonly handle: AnyHandler;
  /** For live lists. */
  readonly watch?: AnyLiveHandler | undefined;
}

/**
 * Merges features into one API, whose operations have the fields of the product and its kinds.
 *
 * @throws PlatformError `invalid_definition` if two operations have the same id or route, or one has no handler
 */
export function composeFeatures(
  features: readonly Feature[],
  platform: Platform,
  options: FeatureOptions,
): readonly ServedOperation[] {
  const contract = platform.product?.contract ?? noProduct;
  claimRoutes(features.flatMap(({ operations }) => Object.values(operations)));
  return features.flatMap(({ operations, createHandlers, createLiveHandlers }) => {
    const handlers = createHandlers(platform, options);
    const liveHandlers = createLiveHandlers?.(platform) ?? {};
    return Object.values(operations).map((operation) => {
      const { id } = operation;
      const handle = handlers[id];
      if (handle === undefined) throw invalidDefinition(`The operation ${id} has no handler. Add one.`);
      return { operation: expandOperation(operation, contract), handle, watch: liveHandlers[id] };
    });
  });
}
