import type { Scope } from "@plugboard/api";

/** What each scope lets an integration do, in a sentence. */
export const scopeSentences: Readonly<Record<Scope, string>> = {
  "space:content:read": "Read the pages of the spaces it is installed in, and learn when they change.",
  "space:content:write": "Change the pages of the spaces it is installed in.",
  "space:metadata:read": "Read titles, visibility and views of the spaces it is installed in.",
  "space:metadata:write": "Change titles and visibility of the spaces it is installed in.",
  "space:git:sync": "Sync the spaces it is installed in with a Git repository.",
  "site:metadata:read": "Read titles and addresses of the sites it is installed in.",
  "site:views:read": "Learn of views and feedback on the sites it is installed in.",
  "site:script:inject": "Add scripts to the sites it is installed in.",
  "site:script:cookies": "Set cookies on the sites it is installed in.",
  "site:visitor:auth": "Decide who may visit the sites it is installed in.",
  "site:visitor:claims": "Read the claims of visitors of the sites it is installed in.",
  "site:adaptive:read": "Read how the content of sites adapts to visitors.",
  "site:adaptive:write": "Change how the content of sites adapts to visitors.",
  "openapi:read": "Read the API specifications of your organization.",
  "openapi:write": "Change the API specifications of your organization.",
  "conversations:ingest": "Add conversations to your organization.",
  "organization:events:read": "Receive the events of your own product.",
};
