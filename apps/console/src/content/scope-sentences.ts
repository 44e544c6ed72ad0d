import type { Scope } from "@plugboard/api";

type ContentScope = Exclude<Scope, `organization:${string}` | `agent:${string}`>;

/** A sentence for each scope of the documentation product. */
export const contentScopeSentences: Readonly<Record<ContentScope, string>> = {
  "space:content:read": "Read pages in the spaces it is installed in, and get notified of changes.",
  "space:content:write": "Edit pages in the spaces it is installed in.",
  "space:metadata:read": "Read the title, visibility and views of the spaces it is installed in.",
  "space:metadata:write": "Edit the title and visibility of the spaces it is installed in.",
  "space:git:sync": "Sync the spaces it is installed in with a Git repository.",
  "site:metadata:read": "Read the title and address of the sites it is installed in.",
  "site:views:read": "Receive page views and feedback from the sites it is installed in.",
  "site:script:inject": "Add scripts to the sites it is installed in.",
  "site:script:cookies": "Set cookies on the sites it is installed in.",
  "site:visitor:auth": "Control who can visit the sites it is installed in.",
  "site:visitor:claims": "Read the claims of visitors to the sites it is installed in.",
  "site:adaptive:read": "Read how site content adapts to visitors.",
  "site:adaptive:write": "Change how site content adapts to visitors.",
  "openapi:read": "Read your organization’s API specifications.",
  "openapi:write": "Edit your organization’s API specifications.",
  "conversations:ingest": "Add conversations to your organization.",
};
