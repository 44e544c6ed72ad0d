import type { Configuration, JsonObject, RuntimeEvent, SiteRequestMap, UiContext } from "@plugboard/api";
import type { ApiClient, UnfurledLink } from "@plugboard/api/client";
import type { ConfigurationLevel } from "@plugboard/manifest";
import type { EmittedEventType, EventFields, PropertyOption } from "@plugboard/platform";
import type { LogLine } from "@plugboard/runtime";
import type { EnvelopeRecord } from "../recording/envelope-record.ts";
import type { ComponentView } from "../view/component-view.ts";
import type { Browser, BrowserPage } from "./browser.ts";
import type { ApiCall } from "./record-api-calls.ts";
import type { EventResult, FailureOptions } from "./run-events.ts";

import type { testIds } from "./test-ids.ts";
import type { InstallationState } from "./test-platform-options.ts";

/** Where and with what a component is rendered. */
export interface RenderOptions {
  readonly props?: JsonObject | undefined;
  /** A page of the space, in light colors, when left out. */
  readonly context?: UiContext | undefined;
}

/** Which settings are edited, and whether the integration may fail at it. */
export interface ConfigureOptions extends FailureOptions {
  /** `account` when left out. */
  readonly level?: ConfigurationLevel | undefined;
}

/** Which choices of a setting are listed. */
export interface ListOptions {
  /** Whose setting it is; `account` when left out. */
  readonly level?: ConfigurationLevel | undefined;
  /** What the user has typed so far. */
  readonly query?: string | undefined;
}

/** How somebody connects an account. */
export interface ConnectOptions {
  /** Whose setting the button is; `account` when left out. */
  readonly level?: ConfigurationLevel | undefined;
  /** One of their own when left out. */
  readonly browser?: Browser | undefined;
  /** Ends before this address is asked for; the page is then the redirect that leads there. */
  readonly stopAt?: ((url: URL) => boolean) | undefined;
}

/**
 * A platform in memory with one installation of the integration under test, in an organization, its space and its site. It is
 * the platform itself, on SQLite in memory; only the test moves its time.
 */
export interface TestPlatform {
  /**
   * Lets an event happen. Fields that are not given come from a sample. What follows from it waits for `runQueued`.
   *
   * @throws TestPlatformError `not_sent` when nobody receives it, with the reason; `handler_failed`
   */
  emit<Type extends EmittedEventType>(
    type: Type,
    fields?: Partial<EventFields<Type>>,
    options?: FailureOptions,
  ): Promise<EventResult>;
  /** Reports to the integration again that it was installed. @throws TestPlatformError `not_sent`, `handler_failed` */
  install(options?: FailureOptions): Promise<EventResult>;
  /**
   * Edits the configuration as a user does.
   *
   * @throws TestPlatformError `invalid_configuration`, `handler_failed`
   */
  configure(configuration: Configuration, options?: ConfigureOptions): Promise<EventResult>;
  /**
   * Removes the integration: its space installation, its site installation, and then the installation. What waited is sent
   * no more.
   *
   * @throws TestPlatformError `handler_failed`
   */
  uninstall(options?: FailureOptions): Promise<readonly EventResult[]>;
  /**
   * Presses the button of a setting, and follows where that leads.
   *
   * @throws TestPlatformError `not_found` when the manifest has no such button
   */
  connect(property: string, options?: ConnectOptions): Promise<BrowserPage>;
  /**
   * The choices of a setting, as the settings page asks for them.
   *
   * @throws TestPlatformError `not_found` when the setting offers none, `handler_failed`
   */
  options(property: string, options?: ListOptions): Promise<readonly PropertyOption[]>;
  /** Renders a component. @throws TestPlatformError `not_rendered` */
  render(componentId: string, options?: RenderOptions): Promise<ComponentView>;
  /**
   * Pastes a link into the page that is being edited, and gives the block that the integration makes of it.
   *
   * @throws ApiError `not_found` where no block of the manifest names such links in `urlUnfurl`; `integration_failed` where
   * the component made no block
   */
  unfurl(url: string): Promise<UnfurledLink>;
  /**
   * Has the site ask the integration: for its script, or where a visitor signs in. A visitor who signs in wants the site's first
   * page when left out.
   *
   * @throws PlatformError `not_found` when the integration has no such handler
   */
  requestFromSite(
    type: keyof SiteRequestMap,
    fields?: Partial<Pick<SiteRequestMap["fetch_visitor_authentication"], "location" | "action">>,
  ): Promise<Response>;
  /** Sends a request to a path of the installation's public endpoint. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A browser with cookies of its own, which reaches public endpoints and the services. */
  createBrowser(): Browser;
  /**
   * Sends the events that wait and the retries of what failed, and those they lead to, each at its time.
   *
   * @throws TestPlatformError `handler_failed`, `endless`
   */
  runQueued(options?: FailureOptions): Promise<readonly EventResult[]>;
  /** Events that wait: tasks, and what the integration's calls of the API led to. */
  queued(): Promise<readonly RuntimeEvent[]>;
  /** An installation as it is now. @throws PlatformError `not_found` */
  installation(level?: ConfigurationLevel): Promise<InstallationState>;
  /** The platform's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Lets time pass. What comes due meanwhile waits for `runQueued`. */
  advance(milliseconds: number): void;
  /** Ends the platform. Nothing is left that has to be ended, so tests need not. */
  readonly close: () => Promise<void>;
  /** What the integration's own `fetch` reaches: the platform's API, public endpoints and the services. */
  readonly network: (request: Request) => Promise<Response>;
  /** The platform's HTTP API, called as an administrator. */
  readonly api: ApiClient;
  /** Ids of everything the platform began with. */
  readonly ids: typeof testIds & { readonly installation: string };
  /** Where the installation is reached from outside. */
  readonly publicEndpoint: string;
  /** What requests to the integration are signed with. */
  readonly signingSecret: string;
  /** Every call of the platform's API by the integration so far. */
  readonly apiCalls: readonly ApiCall[];
  /** Every line logged so far. */
  readonly logs: readonly LogLine[];
  /** Every envelope sent so far, to keep in a file and to replay. */
  records(): Promise<readonly EnvelopeRecord[]>;
}
