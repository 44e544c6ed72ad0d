/** The scopes of the documentation product (docs/conformance.md#visibility-categories-and-scopes). */
export const contentScopes = {
  "space:content:read": {
    description: "Read pages in the spaces it is installed in, and get notified of changes.",
  },
  "space:content:write": { description: "Edit pages in the spaces it is installed in." },
  "space:metadata:read": {
    description: "Read the title, visibility and views of the spaces it is installed in.",
  },
  "space:metadata:write": { description: "Edit the title and visibility of the spaces it is installed in." },
  "space:git:sync": { description: "Sync the spaces it is installed in with a Git repository." },
  "site:metadata:read": { description: "Read the title and address of the sites it is installed in." },
  "site:views:read": {
    description: "Receive page views and feedback from the sites it is installed in.",
    formerNames: ["space:views:read"],
    foreignNames: ["page:feedback:read"],
  },
  "site:script:inject": {
    description: "Add scripts to the sites it is installed in.",
    internal: true,
    formerNames: ["space:script:inject"],
  },
  "site:script:cookies": {
    description: "Set cookies on the sites it is installed in, once a visitor consents.",
    internal: true,
    checkedInCode: true,
    formerNames: ["space:script:cookies"],
  },
  "site:visitor:auth": { description: "Control who can visit the sites it is installed in." },
  "site:visitor:claims": {
    description: "Read the claims of visitors to the sites it is installed in.",
    checkedInCode: true,
  },
  "site:adaptive:read": { description: "Read how site content adapts to visitors." },
  "site:adaptive:write": { description: "Change how site content adapts to visitors." },
  "openapi:read": { description: "Read your organization’s API specifications." },
  "openapi:write": { description: "Edit your organization’s API specifications." },
  "conversations:ingest": { description: "Add conversations to your organization." },
} as const;

/** A scope of the documentation product. */
export type ContentScope = keyof typeof contentScopes;
