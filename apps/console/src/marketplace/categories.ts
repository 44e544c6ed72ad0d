import type { Category } from "@plugboard/api";

/** The titles of integration categories, in display order. */
export const categoryTitles: Readonly<Record<Category, string>> = {
  analytics: "Analytics",
  collaboration: "Collaboration",
  content: "Content",
  marketing: "Marketing",
  "authenticated-access": "Authenticated access",
  other: "Other",
};
