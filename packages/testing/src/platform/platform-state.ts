import type { Configuration, InstallationStatus, RuntimeEvent, WebhookEvent } from "@plugboard/api";
import type {
  AttemptResource,
  DeliveryResource,
  EventResource,
  RecoveryResource,
  WebhookEndpoint,
  WebhookEndpointSecret,
} from "@plugboard/api/client";
import {
  checkConfiguration,
  type ConfigurationLevel,
  type Manifest,
  parseManifest,
} from "@plugboard/manifest";
import { generateSecret } from "@plugboard/webhook-signer";
import { testIds } from "./test-ids.ts";
import type { TestInstallation, TestPage, TestPlatformOptions } from "./test-platform-options.ts";

/** An installation of one level as it is now. */
export interface InstallationState {
  readonly status: InstallationStatus;
  readonly configuration: Configuration;
  readonly externalIds: readonly string[];
  /** Milliseconds since the epoch; later with each change. */
  readonly updatedAt: number;
}

/** A page as it is now. */
export interface PageState extends TestPage {
  readonly updatedAt: number;
}

/** A webhook endpoint with what only the platform sees of it. */
export interface EndpointState {
  readonly resource: WebhookEndpoint;
  /** The newest first. */
  readonly secrets: readonly WebhookEndpointSecret[];
  /** The newest first. */
  readonly recoveries: readonly RecoveryResource[];
}

/** A delivery with its attempts. */
export interface DeliveryState {
  readonly resource: DeliveryResource;
  readonly event: RuntimeEvent | WebhookEvent;
  readonly attempts: readonly AttemptResource[];
}

/** An event that waits for its time. */
export interface QueuedEvent {
  readonly event: RuntimeEvent;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/** Everything a test platform knows. It changes in place: the platform's parts share it. */
export interface PlatformState {
  readonly manifest: Manifest;
  readonly now: () => number;
  readonly startedAt: number;
  readonly secrets: Readonly<Record<string, string>>;
  readonly signingSecret: string;
  readonly apiTokens: { readonly integration: string; readonly installation: string };
  readonly installations: Record<ConfigurationLevel, InstallationState>;
  /** Whether the integration was uninstalled. */
  removed: boolean;
  readonly pages: Map<string, PageState>;
  readonly endpoints: Map<string, EndpointState>;
  readonly events: EventResource[];
  readonly deliveries: Map<string, DeliveryState>;
  /** In the order they were queued. */
  readonly queue: QueuedEvent[];
  /** The revision the space is at; each edit of a page makes the next. */
  revision: number;
  /** The number of the last name that {@link nextId} gave. */
  lastId: number;
}

const firstPage: TestPage = {
  id: testIds.page,
  title: "Welcome",
  markdown: "# Welcome\n\nThis is the first page.",
};

/** The state a test begins in. @throws ManifestError when the manifest is given as text and is wrong */
export function createPlatformState(options: TestPlatformOptions): PlatformState {
  const { now = Date.now, secrets = {}, pages = [firstPage] } = options;
  const manifest = typeof options.manifest === "string" ? parseManifest(options.manifest) : options.manifest;
  const startedAt = now();
  return {
    manifest,
    now,
    startedAt,
    secrets,
    signingSecret: generateSecret(),
    apiTokens: {
      integration: `integration-${crypto.randomUUID()}`,
      installation: `installation-${crypto.randomUUID()}`,
    },
    installations: {
      account: createInstallation(manifest, "account", options.installation, startedAt),
      space: createInstallation(manifest, "space", options.space, startedAt),
      site: createInstallation(manifest, "site", options.site, startedAt),
    },
    removed: false,
    pages: new Map(pages.map((page) => [page.id, { updatedAt: startedAt, ...page }])),
    endpoints: new Map(),
    events: [],
    deliveries: new Map(),
    queue: [],
    revision: 1,
    lastId: 0,
  };
}

/** A new name of a kind, such as `event_7`. */
export function nextId(state: PlatformState, kind: string): string {
  state.lastId += 1;
  return `${kind}_${state.lastId}`;
}

function createInstallation(
  manifest: Manifest,
  level: ConfigurationLevel,
  given: TestInstallation = {},
  now: number,
): InstallationState {
  const { configuration = {}, externalIds = [] } = given;
  const declared = manifest.configurations?.[level];
  const checked = declared && checkConfiguration(declared, configuration);
  return {
    status: given.status ?? (checked === undefined || checked.status === "complete" ? "active" : "pending"),
    configuration: { ...configuration, ...checked?.values },
    externalIds,
    updatedAt: now,
  };
}
