import type { AuthenticationDraft, CertificateDraft, EndpointDraft } from "./endpoint-draft.ts";
import { Field, FormSection, type SectionProps, setAlready } from "./form-fields.tsx";

const types: Readonly<Record<AuthenticationDraft["type"], string>> = {
  none: "None",
  basic: "Username and password",
  oauth2: "OAuth 2.0 client credentials",
};

interface AuthenticationSectionProps extends SectionProps {
  /** The endpoint's current values; secrets are set but not shown. */
  readonly before: EndpointDraft;
}

/** The credentials that requests carry besides their signatures. */
export function AuthenticationSection({ draft, before, onChange }: AuthenticationSectionProps) {
  const { authentication, certificate } = draft;
  const shown = [types[authentication.type], ...(certificate.isUsed ? ["client certificate"] : [])];
  return (
    <FormSection
      title="Authentication"
      now={shown.join(", ")}
      paths={["authentication", "clientCertificate"]}
    >
      <Field label="Authorization header" path="authentication" hasParts>
        {(described) => (
          <select
            {...described}
            value={authentication.type}
            onChange={(event) =>
              onChange({
                // The options are the names of the types.
                authentication: {
                  ...authentication,
                  type: event.target.value as AuthenticationDraft["type"],
                },
              })
            }
          >
            {Object.entries(types).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Credentials
        draft={authentication}
        isKept={before.authentication.type === authentication.type}
        onChange={(change) => onChange({ authentication: { ...authentication, ...change } })}
      />
      <Certificate
        draft={certificate}
        isKept={before.certificate.isUsed}
        onChange={(change) => onChange({ certificate: { ...certificate, ...change } })}
      />
    </FormSection>
  );
}

interface CredentialField {
  readonly name: Exclude<keyof AuthenticationDraft, "type">;
  readonly label: string;
  readonly isSecret?: boolean;
  readonly hint?: string;
}

const credentialFields: Readonly<Record<AuthenticationDraft["type"], readonly CredentialField[]>> = {
  none: [],
  basic: [
    { name: "username", label: "Username" },
    { name: "password", label: "Password", isSecret: true },
  ],
  oauth2: [
    { name: "tokenUrl", label: "Token URL", hint: "Access tokens are requested from this URL." },
    { name: "clientId", label: "Client ID" },
    { name: "clientSecret", label: "Client secret", isSecret: true },
    { name: "scope", label: "Scope", hint: "Optional." },
    { name: "audience", label: "Audience", hint: "Optional." },
  ],
};

interface CredentialsProps {
  readonly draft: AuthenticationDraft;
  readonly isKept: boolean;
  readonly onChange: (change: Partial<AuthenticationDraft>) => void;
}

function Credentials({ draft, isKept, onChange }: CredentialsProps) {
  return credentialFields[draft.type].map(({ name, label, hint, isSecret = false }) => (
    <Field key={name} label={label} path={`authentication.${name}`} hint={hint}>
      {(described) => (
        <input
          {...described}
          type={isSecret ? "password" : "text"}
          // The browser must neither fill in the reader's own password nor save this one.
          autoComplete={isSecret ? "new-password" : "off"}
          placeholder={isSecret && isKept ? setAlready : undefined}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  ));
}

interface CertificateProps {
  readonly draft: CertificateDraft;
  readonly isKept: boolean;
  readonly onChange: (change: Partial<CertificateDraft>) => void;
}

const pemFields = [
  { name: "certificate", label: "Certificate (PEM)", hint: undefined },
  { name: "privateKey", label: "Private key (PEM)", hint: undefined },
  {
    name: "authorities",
    label: "Authorities (PEM)",
    hint: "CA certificates to trust for this endpoint. Defaults to public CAs.",
  },
] as const;

function Certificate({ draft, isKept, onChange }: CertificateProps) {
  return (
    <>
      <Field label="Use a client certificate (mTLS)" path="clientCertificate" hasParts>
        {(described) => (
          <input
            {...described}
            type="checkbox"
            checked={draft.isUsed}
            onChange={(event) => onChange({ isUsed: event.target.checked })}
          />
        )}
      </Field>
      {draft.isUsed &&
        pemFields.map(({ name, label, hint }) => (
          <Field key={name} label={label} path={`clientCertificate.${name}`} hint={hint}>
            {(described) => (
              <textarea
                {...described}
                rows={4}
                spellCheck={false}
                placeholder={name === "privateKey" && isKept ? setAlready : "-----BEGIN"}
                value={draft[name]}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
    </>
  );
}
