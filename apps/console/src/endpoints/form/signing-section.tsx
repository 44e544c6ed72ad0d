import { Field, FormSection, type SectionProps } from "./form-fields.tsx";
import type { EndpointDraft } from "./endpoint-draft.ts";

const families: Readonly<Record<EndpointDraft["signatures"], string>> = {
  both: "Both",
  standard: "Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature",
  service: "X-Service-Signature",
};

/** The signature settings of an endpoint. */
export function SigningSection({ draft, isNew, onChange }: SectionProps) {
  const isEd25519 = draft.signingKey === "ed25519";
  return (
    <FormSection
      title="Signatures"
      now={isEd25519 ? "Ed25519" : `Shared secret, ${families[draft.signatures]}`}
      paths={["signatures", "signingKey", "headerPrefix"]}
    >
      {isNew && (
        <Field
          label="Signed with"
          path="signingKey"
          hint={
            isEd25519
              ? "The private key never leaves the platform, so holders of the public key can’t sign. Signatures follow Standard Webhooks (v1a)."
              : "The endpoint gets its own secret, which its receiver uses to verify requests."
          }
        >
          {(described) => (
            <select
              {...described}
              value={draft.signingKey}
              onChange={(event) =>
                onChange({ signingKey: event.target.value === "ed25519" ? "ed25519" : "shared" })
              }
            >
              <option value="shared">Shared secret</option>
              <option value="ed25519">Ed25519 key pair</option>
            </select>
          )}
        </Field>
      )}
      <Field label="Signature headers" path="signatures">
        {(described) => (
          <select
            {...described}
            value={draft.signatures}
            onChange={(event) =>
              // The options are the names of the families.
              onChange({ signatures: event.target.value as EndpointDraft["signatures"] })
            }
          >
            {Object.entries(families).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Header prefix"
        path="headerPrefix"
        hint="Replaces “webhook” and “service” in the names of the signature headers. Leave empty to keep them."
      >
        {(described) => (
          <input
            {...described}
            value={draft.headerPrefix}
            placeholder="acme"
            onChange={(event) => onChange({ headerPrefix: event.target.value })}
          />
        )}
      </Field>
    </FormSection>
  );
}
