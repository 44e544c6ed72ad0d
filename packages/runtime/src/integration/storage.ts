import { type ApiClient, ApiError, type StorageQuery, type StoredValue } from "@plugboard/api/client";
import {
  deleteStoredValue,
  getStoredValue,
  incrementStoredValue,
  listStoredValues,
  setStoredValue,
} from "@plugboard/api/routes";
import type { Environment, IntegrationTypes, Json, JsonCompatible } from "@plugboard/api";
import { resourceOf } from "./resource-of.ts";

// Functions rather than properties of the context, so that integrations without storage don't bundle this code.

/** A stored value with its version. */
export interface StorageEntry<Value = Json> {
  readonly key: string;
  readonly value: Value;
  /** Changes with every write and never repeats. */
  readonly version: string;
  /** The expiration time; `undefined` if the value doesn't expire. */
  readonly expiresAt: Date | undefined;
}

/** Options for `IntegrationStorage.set`. */
export interface StorageSetOptions {
  /** Only stores if the value has this version or, with `null`, if there is no value. Defaults to no condition. */
  readonly ifVersion?: string | null | undefined;
  /** The time to live (s). Defaults to no expiry. */
  readonly ttlSeconds?: number | undefined;
}

/** Options for `IntegrationStorage.list`. */
export interface StorageListOptions {
  /** Only lists keys with this prefix. */
  readonly prefix?: string | undefined;
}

/**
 * Stores JSON values of an installation on the platform. Reads see all completed writes. If a condition fails, the call throws an
 * `ApiError` with the code `precondition_failed`.
 */
export interface IntegrationStorage {
  /** Returns a value with its version, or `undefined` if there is none. The type parameter is not checked. */
  readonly get: <Value = Json>(key: string) => Promise<StorageEntry<Value> | undefined>;
  /** Stores a value and returns its version. */
  readonly set: <Value extends Json | JsonCompatible<Value>>(
    key: string,
    value: Value,
    options?: StorageSetOptions,
  ) => Promise<string>;
  /** Deletes a value, if there is one. With `ifVersion`, only if it has that version. */
  readonly delete: (key: string, options?: { readonly ifVersion?: string | undefined }) => Promise<void>;
  /** Yields values in the order of their keys, page by page. */
  readonly list: <Value = Json>(options?: StorageListOptions) => AsyncIterable<StorageEntry<Value>>;
  /**
   * Adds to an integer, which starts at 0, and returns the sum. Concurrent calls all count. `ttlSeconds` starts with the call that
   * creates the value.
   */
  readonly increment: (
    key: string,
    by?: number,
    options?: { readonly ttlSeconds?: number | undefined },
  ) => Promise<number>;
}

/** The parts of an `IntegrationContext` that storage needs. */
export interface StorageContext {
  readonly environment: Environment<IntegrationTypes>;
  readonly api: ApiClient;
}

/**
 * Returns the stored values of the event's installation.
 *
 * @throws Error if the event has no installation
 *
 * @example
 * import { createIntegration, storageOf } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   events: {
 *     installation_setup: async (_event, context) => {
 *       await storageOf(context).increment("setups");
 *     },
 *   },
 * });
 */
export function storageOf(context: StorageContext): IntegrationStorage {
  return openStorage(context, {});
}

/**
 * Returns the stored values of the event's installation in a resource, such as a site. `undefined` if there is none.
 *
 * @example
 * import { createIntegration, resourceStorageOf } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   task: async (_event, context) => {
 *     await resourceStorageOf(context)?.increment("tasks");
 *   },
 * });
 */
export function resourceStorageOf(context: StorageContext): IntegrationStorage | undefined {
  const resource = resourceOf(context.environment);
  return resource && openStorage(context, resource);
}

function openStorage({ environment, api }: StorageContext, query: StorageQuery): IntegrationStorage {
  const installationId = environment.installation?.id;
  if (installationId === undefined)
    throw new Error("Storage requires an installation, but this event has none.");
  const at = (storageKey: string) => ({ params: { installationId, storageKey }, query });
  return {
    get: async <Value>(key: string) => {
      try {
        return toEntry<Value>(await api.call(getStoredValue, at(key)));
      } catch (error) {
        if (error instanceof ApiError && error.code === "not_found") return undefined;
        throw error;
      }
    },
    set: async (key: string, value: unknown, { ifVersion, ttlSeconds }: StorageSetOptions = {}) => {
      const condition = ifVersion === null ? { ifNoneMatch: "*" as const } : { ifMatch: ifVersion };
      // The type parameter only admits JSON values.
      const body = { value: value as Json, ttlSeconds };
      return (await api.call(setStoredValue, { ...at(key), body, ...condition })).version;
    },
    delete: async (key, { ifVersion: ifMatch } = {}) => {
      await api.call(deleteStoredValue, { ...at(key), ifMatch });
    },
    list: async function* <Value>({ prefix }: StorageListOptions = {}) {
      const params = { installationId };
      for await (const item of api.list(listStoredValues, { params, query: { ...query, prefix } }))
        yield toEntry<Value>(item);
    },
    increment: async (key, by = 1, { ttlSeconds } = {}) =>
      (await api.call(incrementStoredValue, { ...at(key), body: { by, ttlSeconds } })).value,
  };
}

function toEntry<Value>({ key, value, version, expiresAt }: StoredValue): StorageEntry<Value> {
  return {
    key,
    // The integration stored the value, so its author knows the type.
    value: value as Value,
    version,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}
