const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The limits of the HTTP API. */
export const limits = {
  /** Maximum bytes of a request body, unless the operation sets another limit. */
  bodyBytes: 64 * kibibyte,
  /** Bytes of a request with an integration's own JSON: settings, component state, a task. */
  jsonBodyBytes: 256 * kibibyte,
  /** Bytes of a request that publishes an integration with its code and files. */
  publicationBodyBytes: 48 * mebibyte,
  /** Items on one page of a list. */
  pageItems: 100,
  /** Characters of an identifier, a name or a cursor. */
  identifierLength: 200,
  /** Characters of a URL. */
  urlLength: 2000,
  /** Characters of a manifest. */
  manifestLength: 500_000,
  /** Characters of an integration's bundle. */
  moduleLength: 10 * mebibyte,
  /** Characters of the bundle's source map. */
  sourceMapLength: 24 * mebibyte,
  /** Characters of an integration's file in base64, which is 3 MiB of data. */
  assetLength: 4 * mebibyte,
  /** Characters of an integration's secret. */
  secretLength: 10_000,
  /** Settings or secrets in one request. */
  mapKeys: 200,
  /**
   * Bytes of an installation's settings, and of an integration's secrets, as JSON. Together with the other
   * fields they fit into an envelope.
   */
  configurationBytes: 128 * kibibyte,
  /** Bytes of a stored value as JSON. */
  storedValueBytes: 64 * kibibyte,
  /** Values that an integration stores for an installation, including its resource installations. */
  storedValues: 10_000,
  /** Bytes of an installation's keys and values. */
  storedBytes: 10 * mebibyte,
  /** Checkpoints of a task. */
  taskSteps: 1000,
  /** Bytes of a task's checkpoints as JSON. Together with its payload they fit into an event. */
  taskStepBytes: 256 * kibibyte,
  /** Characters of a step's name and of a task's progress message. */
  taskTextLength: 200,
  /** Events in one request. */
  emittedEvents: 1000,
  /** Bytes of a request that emits events. */
  emissionBodyBytes: 5 * mebibyte,
  /** Bytes of an event's data as JSON, and of an event type's schema and example. */
  eventDataBytes: 64 * kibibyte,
  /** Characters of an event type's name. */
  eventTypeLength: 100,
  /** Custom event types of an organization. */
  customEventTypes: 1000,
  /** Origins that an organization allows to embed its portal. */
  portalOrigins: 20,
  /** Integrations or installations that a log stream is limited to. */
  streamFilterItems: 100,
  /** Event types that an endpoint subscribes to. */
  endpointEventTypes: 200,
  /** Scopes of an API key. */
  keyScopes: 100,
  /** Users that an identity provider can create in an organization. */
  provisionedUsers: 20_000,
  /** Groups that an identity provider can create in an organization. */
  provisionedGroups: 500,
  /** Members of groups in one request or response. */
  provisionedGroupMembers: 20_000,
  /** Bytes of a request with the members of a group. */
  provisionedGroupBytes: 2 * 1024 * 1024,
  /** Addresses of a provisioned user. */
  provisionedEmails: 20,
  /** Channels of an event or endpoint. */
  channels: 100,
  /** Characters of a channel name. */
  channelLength: 128,
  /** External IDs of an installation. */
  externalIds: 100,
  /** Values in a JSON body: each array item, each object field, and the body itself. */
  jsonValues: 40_000,
  /** Bytes of an integration's JSON response: markup, options or its description. */
  responseJsonBytes: mebibyte,
  /** Nesting depth of JSON values. */
  jsonDepth: 1000,
  /** Problems listed in one response. */
  problems: 20,
  /** Characters of a problem's message and of its path. */
  problemLength: 300,
} as const;
