import type { WebhookEndpoint } from "@plugboard/api/client";
import { createWebhookEndpoint, updateWebhookEndpoint } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import type { Targets } from "../../data/targets.ts";
import { EmptyState, Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { Webhook } from "lucide-react";
import { toCreation, toUpdate } from "./endpoint-draft.ts";
import { EndpointForm } from "./endpoint-form.tsx";

interface FormPageProps {
  readonly onSaved: (saved: { readonly id: string }) => void;
  readonly onCancel: () => void;
}

interface NewEndpointPageProps extends FormPageProps {
  readonly targets: Targets;
}

/** Creates a webhook endpoint. */
export function NewEndpointPage({ targets, onSaved, onCancel }: NewEndpointPageProps) {
  const { installations } = targets;
  const [chosen, setChosen] = useState<string>();
  const installation = installations.find(({ id }) => id === chosen) ?? installations[0];
  return (
    <FormPage title="New endpoint">
      {installation === undefined ? (
        <EmptyState icon={Webhook} title="No integrations installed">
          An endpoint receives the events of an installed integration. Install one first.
        </EmptyState>
      ) : (
        <EndpointForm
          installationId={installation.id}
          chooseInstallation={
            installations.length > 1 && (
              <div className="setting">
                <label>
                  Events of
                  <select value={installation.id} onChange={(event) => setChosen(event.target.value)}>
                    {installations.map(({ id, title }) => (
                      <option key={id} value={id}>
                        {title}
                      </option>
                    ))}
                  </select>
                </label>
              </div>
            )
          }
          save={(draft) =>
            api.call(createWebhookEndpoint, {
              params: { installationId: installation.id },
              body: toCreation(draft),
            })
          }
          onSaved={(saved) => {
            showToast({ title: "Endpoint added" });
            onSaved(saved);
          }}
          onCancel={onCancel}
        />
      )}
    </FormPage>
  );
}

interface EditEndpointPageProps extends FormPageProps {
  readonly endpoint: WebhookEndpoint;
}

/** Edits a webhook endpoint. */
export function EditEndpointPage({ endpoint, onSaved, onCancel }: EditEndpointPageProps) {
  const { id: endpointId, installationId } = endpoint;
  return (
    <FormPage title="Edit endpoint">
      <EndpointForm
        endpoint={endpoint}
        installationId={installationId}
        save={(draft, before) =>
          api.call(updateWebhookEndpoint, {
            params: { installationId, endpointId },
            body: toUpdate(draft, before),
          })
        }
        onSaved={(saved) => {
          showToast({ title: "Endpoint updated" });
          onSaved(saved);
        }}
        onCancel={onCancel}
      />
    </FormPage>
  );
}

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

function FormPage({ title, children }: FrameProps) {
  return (
    <Page
      title={title}
      above={
        <Link to="/endpoints" search={{}}>
          Endpoints
        </Link>
      }
    >
      {children}
    </Page>
  );
}
