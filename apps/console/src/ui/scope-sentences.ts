/** Sentences for the scopes of the platform. */
export const scopeSentences: Readonly<Record<string, string>> = {
  "organization:events:read": "Receive your product’s custom events.",
  "agent:tools:read": "Offer tools that read data to your organization’s agents.",
  "agent:tools:write": "Offer tools that change data to your organization’s agents.",
  "agent:events:read": "Let your organization’s agents subscribe to the events it receives.",
};
