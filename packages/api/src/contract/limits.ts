const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** How much the HTTP API takes and returns. */
export const limits = {
  /** Bytes of a request's body, unless the operation says otherwise. */
  bodyBytes: 64 * kibibyte,
  /** Bytes of a request that saves a page. */
  pageBodyBytes: 5 * mebibyte,
  /** Bytes of a request that carries JSON of an integration's own: settings, the state of a component, a task. */
  jsonBodyBytes: 256 * kibibyte,
  /** Bytes of a request that publishes an integration, with its code and files. */
  publicationBodyBytes: 48 * mebibyte,
  /** Items on one page of a list. */
  pageItems: 100,
  /** Characters of an identifier, a name or a cursor. */
  identifierLength: 200,
  /** Characters of a URL. */
  urlLength: 2000,
  /** Characters of a page's markdown. */
  markdownLength: 1_000_000,
  /** Blocks of integrations in a page. */
  pageBlocks: 100,
  /** Bytes of the JSON of a block's props. */
  blockPropsBytes: 64 * kibibyte,
  /** Pages of a space. */
  spacePages: 5000,
  /** Levels of pages below each other. */
  pageDepth: 10,
  /** Characters of a page's path, and of a site's. */
  pathLength: 100,
  /** Characters of a manifest. */
  manifestLength: 500_000,
  /** Characters of the module that an integration is bundled into. */
  moduleLength: 10 * mebibyte,
  /** Characters of its source map. */
  sourceMapLength: 24 * mebibyte,
  /** Characters of one file of an integration in base64, which makes it 3 MiB. */
  assetLength: 4 * mebibyte,
  /** Characters of one secret of an integration. */
  secretLength: 10_000,
  /** Settings, or secrets, in one request. */
  mapKeys: 200,
  /** Bytes of an installation's settings as JSON; and of the secrets of an integration. With all others they fit into an envelope. */
  configurationBytes: 128 * kibibyte,
  /** Bytes of the JSON of one stored value. */
  storedValueBytes: 64 * kibibyte,
  /** Values that an integration stores for an installation, those of its resource installations included. */
  storedValues: 10_000,
  /** Bytes of the keys and values of an installation. */
  storedBytes: 10 * mebibyte,
  /** Events in one request. */
  emittedEvents: 1000,
  /** Bytes of a request that emits events. */
  emissionBodyBytes: 5 * mebibyte,
  /** Bytes of the JSON of an event's data; and of the schema and example of a type of events. */
  eventDataBytes: 64 * kibibyte,
  /** Characters of the name of a type of events. */
  eventTypeLength: 100,
  /** Types of events of an organization. */
  customEventTypes: 1000,
  /** Types of events that an endpoint subscribes to. */
  endpointEventTypes: 200,
  /** Channels of an event, and of an endpoint. */
  channels: 100,
  /** Characters of the name of a channel. */
  channelLength: 128,
  /** External identifiers of an installation. */
  externalIds: 100,
  /** Values of a JSON body: each item of a list, each field of an object, and the value itself. */
  jsonValues: 40_000,
  /** Bytes of the JSON of an integration's response: component markup, options, its description. */
  responseJsonBytes: mebibyte,
  /** Levels of objects and lists inside each other in any JSON value. */
  jsonDepth: 1000,
  /** Problems listed in one response. */
  problems: 20,
  /** Characters of the message of one problem, and of its path. */
  problemLength: 300,
} as const;
