/** The values of {@link Visibility} (docs/conformance.md#visibility-categories-and-scopes). */
export const visibilities = ["private", "unlisted", "public"] as const;

/** The audience that can install an integration. A new integration is `private`. */
export type Visibility = (typeof visibilities)[number];

/** The values of {@link Category} (docs/conformance.md#categories). */
export const categories = [
  "analytics",
  "collaboration",
  "content",
  "marketing",
  "authenticated-access",
  "other",
] as const;

/** An integration's category in the marketplace. */
export type Category = (typeof categories)[number];

/** The values of {@link Target} in every product. */
export const targets = ["all", "organization"] as const;

/** Where an integration can be installed: `all`, `organization`, or one kind of resource, such as `site`. */
export type Target = (typeof targets)[number] | (string & {});
