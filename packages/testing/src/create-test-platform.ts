import type {
  Configuration,
  JsonObject,
  RuntimeEvent,
  RuntimeEventMap,
  RuntimeEventType,
  UiContext,
} from "@plugboard/api";
import type { ConfigurationLevel } from "@plugboard/manifest";
import type { Integration, LogLine } from "@plugboard/runtime";
import { type ApiCall, answerApiCall } from "./api/answer-api-call.ts";
import { createApiOperations } from "./api/create-api-operations.ts";
import { type Browser, createBrowser } from "./platform/browser.ts";
import { callPublicEndpoint } from "./platform/call-public-endpoint.ts";
import { changeInstallation, createSetupEvent } from "./platform/change-installation.ts";
import { checkEntitled } from "./platform/check-entitled.ts";
import { createNetwork } from "./platform/create-network.ts";
import { deliver, emitEvent, type EmitResult, type PlatformWorld, runQueued } from "./platform/emit-event.ts";
import {
  createPlatformState,
  type InstallationState,
  nextId,
  type PlatformState,
} from "./platform/platform-state.ts";
import { renderComponent } from "./platform/render-component.ts";
import { createEvent, type EventFields } from "./platform/sample-event.ts";
import { testIds, testURLs } from "./platform/test-ids.ts";
import { TestPlatformError } from "./platform/test-platform-error.ts";
import type { TestPlatformOptions } from "./platform/test-platform-options.ts";
import { uninstall } from "./platform/uninstall.ts";
import { type EnvelopeRecord, recordRequest } from "./recording/envelope-record.ts";
import { type ComponentView, openComponentView } from "./view/component-view.ts";

/** Where and with what a component is rendered. */
export interface RenderOptions {
  readonly props?: JsonObject;
  /** A page of the space, in light colours, when left out. */
  readonly context?: UiContext;
}

/** A platform in memory with one installation of the integration under test. */
export interface TestPlatform {
  /**
   * Sends an event. Fields that are not given come from a sample.
   *
   * @throws TestPlatformError `not_sent` when the platform would not send it, for a scope or a status
   */
  emit<Type extends RuntimeEventType>(type: Type, fields?: Partial<EventFields<Type>>): Promise<EmitResult>;
  /** Tells the integration that it was installed. */
  install(): Promise<EmitResult>;
  /**
   * Edits the configuration as a user does, and tells the integration.
   *
   * @throws TestPlatformError `invalid_configuration`
   */
  configure(configuration: Configuration, level?: ConfigurationLevel): Promise<EmitResult>;
  /**
   * Removes the integration and tells it so: for its space, for its site, where it handles that, and then for the
   * installation, which the result is about. What waited is sent no more.
   */
  uninstall(): Promise<EmitResult>;
  /** Renders a component. @throws TestPlatformError `not_rendered`, `not_sent` */
  render(componentId: string, options?: RenderOptions): Promise<ComponentView>;
  /** Sends a request to a path of the integration's public endpoint, such as `/oauth`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A browser with cookies of its own, which reaches the public endpoint and the services. */
  createBrowser(): Browser;
  /**
   * Sends the events that wait, and those they lead to, without waiting for their time.
   *
   * @throws TestPlatformError `endless`
   */
  runQueued(): Promise<readonly EmitResult[]>;
  /** An installation as it is now. */
  installation(level?: ConfigurationLevel): InstallationState;
  /** The platform's clock, in milliseconds since the epoch. */
  now(): number;
  /** Where the integration is reached from outside. */
  readonly publicEndpoint: string;
  /** What the integration is signed for with. */
  readonly signingSecret: string;
  /** Events that wait: tasks, and events the integration's own calls led to. */
  readonly queued: readonly RuntimeEvent[];
  /** Every call of the platform's API so far. */
  readonly apiCalls: readonly ApiCall[];
  /** Every line logged so far. */
  readonly logs: readonly LogLine[];
  /** Every envelope sent so far, to keep in a file and to replay. */
  records(): Promise<readonly EnvelopeRecord[]>;
}

/**
 * Makes a platform to test an integration against. It calls the integration's real `fetch` with signed envelopes; the
 * API, the public endpoint and the services all answer in memory.
 *
 * @throws ManifestError when the manifest is given as text and is wrong
 */
export function createTestPlatform(integration: Integration, options: TestPlatformOptions): TestPlatform {
  const state = createPlatformState(options);
  const apiCalls: ApiCall[] = [];
  const logs: LogLine[] = [];
  const records: Promise<EnvelopeRecord>[] = [];
  const operations = createApiOperations(state, (id) => deliver(world, id));
  const network = createNetwork({
    api: async (request) => {
      const { call, response } = await answerApiCall(state, operations, request);
      apiCalls.push(call);
      return response;
    },
    publicEndpoint: (request) => callPublicEndpoint(world, request),
    services: options.services ?? {},
  });
  const world: PlatformWorld = {
    integration,
    state,
    network,
    apiCalls,
    logs,
    onRequest: (request) => void records.push(recordRequest(request, state.now())),
    onLog: (line) => void logs.push(line),
  };
  return {
    ...createActions(world),
    ...createScreens(world),
    installation: (level = "account") => state.installations[level],
    now: state.now,
    publicEndpoint: testURLs.publicEndpoint,
    signingSecret: state.signingSecret,
    get queued() {
      return state.queue.map(({ event }) => event);
    },
    apiCalls,
    logs,
    records: () => Promise.all(records),
  };
}

type Actions = Pick<TestPlatform, "emit" | "install" | "configure" | "uninstall" | "runQueued">;

function createActions(world: PlatformWorld): Actions {
  const { state } = world;
  return {
    emit: async (type, fields = {}) => {
      checkEntitled(state, type);
      return emitEvent(world, sampleOf(state, type, fields));
    },
    install: () => emitEvent(world, createSetupEvent(state, "account", state.installations.account.status)),
    configure: async (configuration, level = "account") => {
      const outcome = changeInstallation(state, level, { configuration });
      if (outcome.type === "saved" && outcome.event !== undefined) return emitEvent(world, outcome.event);
      const problems = outcome.type === "invalid" ? outcome.problems : [];
      const reasons = problems.map(({ path, message }) => `${path}: ${message}`).join(" ");
      throw new TestPlatformError("invalid_configuration", `The manifest does not allow this. ${reasons}`);
    },
    uninstall: () => uninstall(world),
    runQueued: () => runQueued(world),
  };
}

type Screens = Pick<TestPlatform, "render" | "fetch" | "createBrowser">;

function createScreens(world: PlatformWorld): Screens {
  return {
    render: (componentId, { props = {}, context = pageContext } = {}) =>
      openComponentView({
        componentId,
        props,
        context,
        render: async (request) => {
          checkEntitled(world.state, "ui_render");
          return renderComponent(world, request);
        },
      }),
    fetch: (path, init) => world.network(new Request(`${testURLs.publicEndpoint}${path}`, init)),
    createBrowser: () => createBrowser(world.network),
  };
}

const pageContext: UiContext = {
  type: "document",
  theme: "light",
  spaceId: testIds.space,
  pageId: testIds.page,
};

function sampleOf<Type extends RuntimeEventType>(
  state: PlatformState,
  type: Type,
  fields: Partial<EventFields<Type>>,
): RuntimeEventMap[Type] {
  return createEvent(type, fields, nextId(state, "event"));
}
