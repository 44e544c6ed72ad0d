import type { Category } from "@plugboard/api";

/** The categories of integrations, in the order of the facets. */
export const categoryTitles: Readonly<Record<Category, string>> = {
  analytics: "Analytics",
  collaboration: "Collaboration",
  content: "Content",
  marketing: "Marketing",
  "authenticated-access": "Authenticated access",
  other: "Other",
};
