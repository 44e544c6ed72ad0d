import type { Configuration } from "@plugboard/api";
import type { Contract, Feature, Platform, Product, ProductTypes, PropertyOption } from "@plugboard/platform";
import type { EventResult, FailureOptions } from "./run-events.ts";
import type { testIds } from "./test-ids.ts";
import type { BrowserPage } from "./browser.ts";
import type { ConnectOptions, ListOptions, TestPlatform } from "./test-platform.ts";
import type { InstallationState, TestPlatformOptions } from "./test-platform-options.ts";

type KindsOf<Declared extends Contract> = keyof Declared["kinds"] & string;

/** IDs of resources by kind. */
export type SeededResources<Kind extends string> = { readonly [Name in Kind]?: string };

/** The product that hosts the integration under test. */
export interface TestedProduct<Declared extends Contract> {
  readonly product: Product<Declared>;
  /** The product's API. Defaults to none. */
  readonly features?: readonly Feature[] | undefined;
  /**
   * Creates resources in an organization. The integration is installed in the returned ones, at most one of each
   * kind.
   */
  readonly seed: (platform: Platform, organizationId: string) => Promise<SeededResources<KindsOf<Declared>>>;
}

/** Options for `createTestPlatform` with a product. */
export interface ProductTestPlatformOptions<Declared extends Contract>
  extends Omit<TestPlatformOptions, "space" | "site" | "pages">,
    TestedProduct<Declared> {}

type EventsOf<Declared extends Contract> = NonNullable<Declared["events"]>;

/** The result of an event of a product. */
export interface ProductEventResult<Event> extends Omit<EventResult, "type" | "event"> {
  readonly type: string;
  /** The event as the integration received it. */
  readonly event: Event;
}

/** The settings to use. */
export interface LevelOptions<Kind extends string> {
  /** A kind of resource, or `account`, the default. */
  readonly level?: "account" | Kind | undefined;
}

/** A test platform that hosts the integration in your own product. */
export interface ProductTestPlatform<Declared extends Contract>
  extends Omit<
    TestPlatform,
    "configure" | "connect" | "emit" | "ids" | "installation" | "options" | "requestFromSite" | "unfurl"
  > {
  /**
   * Edits the configuration of the installation, or of the resource of a kind.
   *
   * @throws TestPlatformError `invalid_configuration`, `handler_failed`
   */
  configure(
    configuration: Configuration,
    options?: FailureOptions & LevelOptions<KindsOf<Declared>>,
  ): Promise<EventResult>;
  /**
   * Connects an account through a button of the settings, like a person in a popup. For a button of a kind's settings,
   * `features` needs `createResourceInstallationFeature`.
   *
   * @throws TestPlatformError `not_found`, `not_connected`
   */
  connect(
    property: string,
    options?: Omit<ConnectOptions, "level"> & LevelOptions<KindsOf<Declared>>,
  ): Promise<BrowserPage>;
  /** Returns the options of a setting like the settings page. @throws TestPlatformError `not_found`, `handler_failed` */
  options(
    property: string,
    options?: Pick<ListOptions, "query"> & LevelOptions<KindsOf<Declared>>,
  ): Promise<readonly PropertyOption[]>;
  /** Returns the current state of the installation, or of the one in the resource of a kind. */
  installation(level?: "account" | KindsOf<Declared>): Promise<InstallationState>;
  /**
   * Emits an event of the product, on the resource that `seed` returned. Missing fields come from the contract's
   * sample. Resulting events wait for `runQueued`.
   *
   * @throws TestPlatformError `not_sent` with the reason if the integration does not receive the event;
   * `handler_failed`
   */
  emit<Type extends keyof EventsOf<Declared> & string>(
    type: Type,
    fields?: Partial<EventFieldsOf<Declared, Type>>,
    options?: FailureOptions,
  ): Promise<ProductEventResult<ProductTypes<Declared>["events"][Type]>>;
  readonly ids: {
    readonly organization: (typeof testIds)["organization"];
    readonly installation: string;
  } & SeededResources<KindsOf<Declared>>;
  /** The platform, for the product's own functions. */
  readonly platform: Platform;
}

/** The fields of a product's event. */
export type EventFieldsOf<
  Declared extends Contract,
  Type extends keyof EventsOf<Declared>,
> = EventsOf<Declared>[Type]["fields"]["_zod"]["input"];
