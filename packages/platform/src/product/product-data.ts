import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { Contract } from "./define-contract.ts";

/** A resource of a product. */
export interface ProductResource {
  readonly id: string;
  readonly organizationId: string;
  /** The resource of the kind that contains it, if the contract's kind has `within`. */
  readonly parent?: string | undefined;
}

/** The fields that a product adds to installations in its resources, in the API and in environments. */
export interface ResourceFields {
  /** Further fields, such as the resource's parent. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Further URLs. */
  readonly urls?: Readonly<Record<string, string>> | undefined;
  /** The URL of the resource's page in the console. Only in environments. */
  readonly app?: string | undefined;
}

/** The lookups of a kind. They read with the given connection, which can be a transaction. */
export interface KindLookups {
  /** Returns the resources with these ids, in any order. */
  readonly find: (db: Kysely<unknown>, ids: readonly string[]) => Promise<readonly ProductResource[]>;
  /**
   * Returns further fields of installations in a resource. Must not return those of another organization's resource.
   * Defaults to none.
   */
  readonly show?:
    | ((db: Kysely<unknown>, resource: ProductResource, urls: PlatformUrls) => Promise<ResourceFields>)
    | undefined;
}

/** The subject of a sample event. */
export interface SampleSubject {
  /** The event's type. */
  readonly type: string;
  readonly organizationId: string;
  /** The ID of the resource that the event is about. `undefined` if the integration is installed in none. */
  readonly resourceId: string | undefined;
  readonly urls: PlatformUrls;
}

/** A table of a product, whose rows belong to organizations. */
export interface ProductTable {
  /** The column with the organization's id. Other organizations neither see nor change the row. */
  readonly column: string;
  /** The columns of the primary key. Defaults to `id`. */
  readonly key?: readonly string[] | undefined;
  /** Columns that an export of the organization omits. */
  readonly secret?: readonly string[] | undefined;
  /** Columns with values encrypted by the secret box. An export omits them, and a new key encrypts them again. */
  readonly encrypted?: readonly string[] | undefined;
  /** Columns with binary content, which an export contains as base64, one row per part. */
  readonly binary?: readonly string[] | undefined;
  /**
   * A column with the time until which a process has leased a row, as Unix time in milliseconds. All leases end when
   * SQLite's folder, which belongs to one process, is opened.
   */
  readonly lease?: string | undefined;
}

/** The tables of a product by name, in the order of removal; `platform` for rows that belong to no organization. */
export type ProductTables = Readonly<Record<string, ProductTable | "platform">>;

/** The part of a product that the core reads: its contract, and how to find and store its data. */
export interface ProductData<Declared extends Contract = Contract> {
  readonly contract: Declared;
  readonly kinds: { readonly [Kind in keyof Declared["kinds"]]: KindLookups };
  /**
   * Its own tables. Their rows are isolated by organization, and exported and removed with it. Startup fails
   * if a stored table or view is not declared.
   */
  readonly tables?: ProductTables | undefined;
  /**
   * The changes to its tables by name, in alphabetical order. They run after the platform's, in one transaction.
   * Never edit a released one.
   */
  readonly migrations?: Readonly<Record<string, Migration>> | undefined;
  /** Returns the counters of an organization's usage by name. They are added to the platform's of the same name. */
  readonly count?:
    | ((db: Kysely<unknown>, organizationId: string) => Promise<Readonly<Record<string, number>>>)
    | undefined;
  /**
   * Deletes the private data of a removed member or API key, such as its drafts, with the connection of the removal's
   * transaction. `author` is the result of `authorKey`. Defaults to nothing.
   */
  readonly forgetAuthor?:
    | ((db: Kysely<unknown>, organizationId: string, author: string) => Promise<void>)
    | undefined;
  /** Returns fields that replace those of the contract's sample, such as the ids of existing data. Defaults to none. */
  readonly sample?:
    | ((db: Kysely<unknown>, subject: SampleSubject) => Promise<Readonly<Record<string, unknown>>>)
    | undefined;
}
