import type { ReactNode } from "react";
import { useOrganizationId } from "../data/organization.ts";
import { Copyable } from "../ui/copy.tsx";
import { Page } from "../ui/page.tsx";
import { CustomEventTypes } from "./custom-event-types.tsx";
import { EventCatalog } from "./event-catalog.tsx";

/** Links and values for developers who call this platform. */
export function DevelopersPage(): ReactNode {
  const { origin } = window.location;
  const organizationId = useOrganizationId();
  return (
    <Page title="Developers" description="The documentation and the HTTP API.">
      <section className="panel" aria-label="Documentation">
        <h2>Documentation</h2>
        <dl className="facts">
          <dt>Tutorials, guides and reference</dt>
          <dd>
            <a href="/docs/" target="_blank" rel="noreferrer">
              Read the docs
            </a>
          </dd>
          <dt>All operations, with a test client</dt>
          <dd>
            <a href="/docs/http-api/index.html" target="_blank" rel="noreferrer">
              Open API reference
            </a>
          </dd>
          <dt>For language models</dt>
          <dd>
            <a href="/docs/llms.txt" target="_blank" rel="noreferrer">
              llms.txt
            </a>
          </dd>
        </dl>
      </section>
      <section className="panel" aria-label="HTTP API">
        <h2>HTTP API</h2>
        <dl className="facts">
          <dt>Base URL</dt>
          <dd>
            <Copyable text={`${origin}/v1`} label="Copy base URL" />
          </dd>
          <dt>OpenAPI document</dt>
          <dd>
            <a href="/v1/openapi.json" target="_blank" rel="noreferrer">
              openapi.json
            </a>
          </dd>
          <dt>Public keys of tokens</dt>
          <dd>
            <a href="/.well-known/jwks.json" target="_blank" rel="noreferrer">
              jwks.json
            </a>
          </dd>
        </dl>
      </section>
      <EventCatalog />
      {organizationId !== undefined && (
        <CustomEventTypes key={organizationId} organizationId={organizationId} />
      )}
    </Page>
  );
}
