/** Who may install an integration (docs/conformance.md#visibility-categories-and-scopes). */
export const visibilities = ["private", "unlisted", "public"] as const;

/** Who may install an integration. A new integration is `private`. */
export type Visibility = (typeof visibilities)[number];

/** What an integration is about, for a catalog (docs/conformance.md#categories). */
export const categories = [
  "analytics",
  "collaboration",
  "content",
  "marketing",
  "authenticated-access",
  "other",
] as const;

/** What an integration is about, for a catalog. */
export type Category = (typeof categories)[number];

/** Where an integration can be installed. */
export const targets = ["all", "organization", "site", "space"] as const;

/** Where an integration can be installed. */
export type Target = (typeof targets)[number];
