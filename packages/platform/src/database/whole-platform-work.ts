/**
 * Work that needs access to all organizations, with the reason. All other queries are limited to some
 * organizations.
 */
export const wholePlatformWork = {
  access: "Who calls, and whose a path's things are, is only known once it was looked up.",
  acrossOrganizations:
    'The operation is declared with `reach: "all"`: its effects go beyond the organizations of its caller.',
  administrator: "The platform's administrator looks after all organizations, and enters one with a reason.",
  audit: "Whose an entry of the audit log is may be known only after the change.",
  changes: "Whose a change is, is looked up for those who watch; no more than that is read.",
  cleaning: "What is kept too long is removed in batches, whoever it belongs to.",
  deliveries:
    "What an envelope needs is read by the ids of the installation it is for; bound to that one's organization, it would cost more statements than it has.",
  deliveryBounds: "A worker sends for everybody, and has to know who may have only so much in flight.",
  endpointLimits:
    "Whose the endpoints are was looked up in a transaction, which has SQLite's only connection.",
  fanOut: "Events are claimed, addressed and marked in batches of all organizations, not one by one.",
  gitSyncs: "The next sync that is due may be anybody's.",
  logs: "Lines of all integrations wait together to be stored.",
  notices: "The operator is notified of what goes wrong, whoever it concerns.",
  pauses:
    "One process runs scripts for many organizations, and stops those of paused installations together.",
  publicEndpoints: "An address names an installation or a space, and whose that is has to be looked up.",
  removals: "Integrations and organizations are removed in parts, with the rows of other organizations.",
  schedules: "The next schedule that is due may be anybody's.",
  signIn: "Somebody who signs in, or is invited, is in no organization yet, or in several.",
  sites: "An address names a site by its slug, and whose that is has to be looked up.",
  start: "Tables are brought up to date, and what the platform begins with is made, before it is anybody's.",
  visits: "Visits of all sites that come at the same time share a transaction.",
} as const;

/** The name of work that is not limited to an organization. */
export type WholePlatformWork = keyof typeof wholePlatformWork;
