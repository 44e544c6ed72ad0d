import type { Configuration, JsonObject, UiContext } from "@plugboard/api";
import type { ContentEvent, ContentRequestMap } from "@plugboard/content/integration";
import type { ApiClient } from "@plugboard/api/client";
import type { UnfurledLink } from "@plugboard/content/types";
import type { ContentDeclarations } from "@plugboard/content/integration";
import type { EmittedEventType, EventFields } from "@plugboard/content";
import type { PropertyOption } from "@plugboard/platform";
import type { LogLine } from "@plugboard/runtime";
import type { EnvelopeRecord } from "../recording/envelope-record.ts";
import type { ComponentView } from "../view/component-view.ts";
import type { Browser, BrowserPage } from "./browser.ts";
import type { ApiCall } from "./record-api-calls.ts";
import type { EventResult, FailureOptions } from "./run-events.ts";

import type { testIds } from "./test-ids.ts";
import type { InstallationState } from "./test-platform-options.ts";

/** Options of a rendering. */
export interface RenderOptions {
  readonly props?: JsonObject | undefined;
  /** Defaults to a page of the space in light colors. `configuration_space` and `configuration_site` default to its space and site. */
  readonly context?: UiContext | undefined;
}

/** A level of settings: the whole installation, or the test platform's space or site. */
export type ConfigurationLevel = "account" | ContentDeclarations["kinds"];

/** Options for `configure`. */
export interface ConfigureOptions extends FailureOptions {
  /** Defaults to `account`. */
  readonly level?: ConfigurationLevel | undefined;
}

/** Options for `options`. */
export interface ListOptions {
  /** The level of the setting. Defaults to `account`. */
  readonly level?: ConfigurationLevel | undefined;
  /** The text typed by the user. */
  readonly query?: string | undefined;
}

/** Options for `connect`. With `allowFailure`, it also returns a page with an error. */
export interface ConnectOptions extends FailureOptions {
  /** The level of the button. Defaults to `account`. */
  readonly level?: ConfigurationLevel | undefined;
  /** Defaults to a new browser. */
  readonly browser?: Browser | undefined;
  /** Stops before requesting this URL; the page is then the redirect to it. */
  readonly stopAt?: ((url: URL) => boolean) | undefined;
}

/**
 * An in-memory platform with one installation of the integration under test, in an organization, its space
 * and its site. It is the real platform on SQLite in memory; only the test advances its time.
 */
export interface TestPlatform {
  /**
   * Emits an event. Missing fields come from a sample. Resulting events wait for `runQueued`.
   *
   * @throws TestPlatformError `not_sent` with the reason if the event has no recipient; `handler_failed`
   */
  emit<Type extends EmittedEventType>(
    type: Type,
    fields?: Partial<EventFields<Type>>,
    options?: FailureOptions,
  ): Promise<EventResult>;
  /**
   * Notifies the integration of its installation again. @throws TestPlatformError `not_sent`,
   * `handler_failed`
   */
  install(options?: FailureOptions): Promise<EventResult>;
  /**
   * Edits the configuration like a user.
   *
   * @throws TestPlatformError `invalid_configuration`, `handler_failed`
   */
  configure(configuration: Configuration, options?: ConfigureOptions): Promise<EventResult>;
  /**
   * Removes the space installation, the site installation and then the installation. Queued events are
   * dropped.
   *
   * @throws TestPlatformError `handler_failed`
   */
  uninstall(options?: FailureOptions): Promise<readonly EventResult[]>;
  /**
   * Presses the button of a setting and follows its redirects.
   *
   * @throws TestPlatformError `not_found` if the manifest has no such button; `not_connected` if the last page is an error
   */
  connect(property: string, options?: ConnectOptions): Promise<BrowserPage>;
  /**
   * Returns the options of a setting like the settings page.
   *
   * @throws TestPlatformError `not_found` if the setting has none, `handler_failed`
   */
  options(property: string, options?: ListOptions): Promise<readonly PropertyOption[]>;
  /** Renders a component. @throws TestPlatformError `not_rendered` */
  render(componentId: string, options?: RenderOptions): Promise<ComponentView>;
  /**
   * Calls a tool of the manifest as the administrator, and returns its result.
   *
   * @throws TestPlatformError `not_found`, or `tool_failed` with the reason: wrong arguments, an error of the
   * integration, or a result that does not match its schema
   */
  callTool(toolId: string, input?: JsonObject): Promise<JsonObject>;
  /**
   * Pastes a link into the edited page and returns the integration's block for it.
   *
   * @throws ApiError `not_found` if no `urlUnfurl` of the manifest matches the link; `integration_failed` if
   * the component returned no block
   */
  unfurl(url: string): Promise<UnfurledLink>;
  /**
   * Sends a request as the site does, for its script or for a visitor's sign-in. The sign-in's location
   * defaults to the site's first page.
   *
   * @throws PlatformError `not_found` if the integration has no such handler
   */
  requestFromSite(
    type: keyof ContentRequestMap,
    fields?: Partial<Pick<ContentRequestMap["fetch_visitor_authentication"], "location" | "action">>,
  ): Promise<Response>;
  /** Sends a request to a path of the installation's public endpoint. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Creates a browser with its own cookies that reaches public endpoints and the services. */
  createBrowser(): Browser;
  /**
   * Sends queued events, retries and resulting events, each when it is due.
   *
   * @throws TestPlatformError `handler_failed`, `endless`
   */
  runQueued(options?: FailureOptions): Promise<readonly EventResult[]>;
  /** Returns the queued events: tasks, and events caused by the integration's API calls. */
  queued(): Promise<readonly ContentEvent[]>;
  /** Returns the current state of an installation. @throws PlatformError `not_found` */
  installation(level?: ConfigurationLevel): Promise<InstallationState>;
  /** Returns the platform's time (Unix ms). */
  readonly now: () => number;
  /** Advances the time. Events that become due wait for `runQueued`. */
  advance(milliseconds: number): void;
  /** Closes the platform. Optional: an open platform does not keep the process alive. */
  readonly close: () => Promise<void>;
  /** The network of the integration's `fetch`: the platform's API, public endpoints and the services. */
  readonly network: (request: Request) => Promise<Response>;
  /** The platform's HTTP API as the administrator. */
  readonly api: ApiClient;
  /** IDs of the initial content. */
  readonly ids: typeof testIds & { readonly installation: string };
  /** The URL of the installation's public endpoint. */
  readonly publicEndpoint: string;
  /** The signing secret of requests to the integration. */
  readonly signingSecret: string;
  /** All API calls of the integration so far. */
  readonly apiCalls: readonly ApiCall[];
  /** All log lines so far. */
  readonly logs: readonly LogLine[];
  /** Returns all envelopes so far, to store and replay. */
  records(): Promise<readonly EnvelopeRecord[]>;
}
