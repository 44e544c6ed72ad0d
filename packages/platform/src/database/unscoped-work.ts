/** Work that needs access to all organizations, with the reason. All other queries are limited to some organizations. */
export const unscopedWork = {
  access: "The caller and the organization of a path's resources are unknown until both are looked up.",
  acrossOrganizations: 'The operation has `reach: "all"`: it affects organizations other than the caller\'s.',
  administrator:
    "The platform administrator manages all organizations and gives a reason for support access.",
  audit: "The organization of an audit entry may be unknown until the change is made.",
  changes: "Watchers need the organization of each change. No other data is read.",
  cleaning: "Expired data is deleted in batches across all organizations.",
  deliveries:
    "An envelope's data is read by installation ID. Limiting each read to the organization would more than double the statements.",
  deliveryBounds: "A worker sends for all organizations and needs their concurrency limits.",
  dueWork: "A worker needs to know when the next work is due in any organization.",
  endpointLimits:
    "The caller holds SQLite's only connection in a transaction that has already found the endpoints' organization.",
  failures: "A worker sends for all organizations and stores the causes of its failed deliveries.",
  fanOut: "Events are claimed, addressed and marked in batches across all organizations.",
  logs: "Log lines of all integrations are stored in batches.",
  alerts: "The operator is notified of problems in all organizations.",
  pauses: "A process runs scripts of many organizations and stops those of paused installations together.",
  productJobs: "The next due work of a product can belong to any organization.",
  publicEndpoints: "The organization of the installation or resource in a URL has to be looked up.",
  removals: "Integrations and organizations are removed in steps, together with rows of other organizations.",
  schedules: "The next due schedule can belong to any organization.",
  streams:
    "A worker streams the audit entries and log lines of all organizations, to endpoints that belong to no installation.",
  signIn: "A person who signs in or is invited can belong to several organizations, or none yet.",
  start: "Migrations and seeding run before any organization exists.",
  usage: "The usage of all organizations is stored in batches.",
  writeBatches: "Concurrent writes of a product for all organizations share a transaction.",
} as const;

/** The name of work that is not limited to an organization. */
export type UnscopedWork = keyof typeof unscopedWork;
