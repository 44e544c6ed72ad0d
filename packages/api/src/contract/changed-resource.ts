/** The values of {@link ChangedResource}. */
export const changedResources = [
  "comments",
  "content",
  "deliveries",
  "drafts",
  "endpoints",
  "event-types",
  "installations",
  "integrations",
  "organizations",
  "platform",
  "presence",
  "shared-drafts",
] as const;

/** A group of resources that change together. Change notices name the groups to read again. */
export type ChangedResource = (typeof changedResources)[number];

// The first pattern that matches the path of an operation names its resource.
const patterns: readonly (readonly [RegExp, ChangedResource])[] = [
  [/\/(webhook-endpoints|integration-endpoint)\b/, "endpoints"],
  [/\/event-types\b/, "event-types"],
  [/\/(deliveries|events|failure-causes|notices|sample-events)\b/, "deliveries"],
  [/\/drafts?$/, "drafts"],
  [/\/shared-draft\b/, "shared-drafts"],
  [/\/comments\b/, "comments"],
  [/\/presence$/, "presence"],
  [/\/installations\b/, "installations"],
  [/^\/(integrations|integration-reviews)\b/, "integrations"],
  [/^\/(organizations|invitations)\b/, "organizations"],
  [
    /^\/(audit-entries|changes|contract|destination-types|embed-session|portal-session|session|settings|tasks|token-keys)\b/,
    "platform",
  ],
];

/**
 * Returns the group of resources that an operation reads or changes. The operations of a product, whose paths the platform
 * doesn't know, read or change its content.
 *
 * @example
 * ```ts
 * import { resourceOf } from "@plugboard/api/client";
 * import { getInstallation } from "@plugboard/api/routes";
 *
 * console.log(resourceOf(getInstallation.path)); // installations
 * ```
 */
export function resourceOf(path: string): ChangedResource {
  return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? "content";
}
