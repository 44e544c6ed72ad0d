import type { ReactNode } from "react";
import { Copyable } from "../ui/copy.tsx";
import { Page } from "../ui/page.tsx";
import { EventCatalogue } from "./event-catalogue.tsx";

/** What programs need to know of this platform. */
export function DevelopersPage(): ReactNode {
  const { origin } = window.location;
  return (
    <Page title="Developers" description="The HTTP API of this platform, for programs.">
      <section className="panel" aria-label="HTTP API">
        <h2>HTTP API</h2>
        <dl className="facts">
          <dt>Base URL</dt>
          <dd>
            <Copyable text={`${origin}/v1`} label="Copy the base URL" />
          </dd>
          <dt>OpenAPI document</dt>
          <dd>
            <a href="/v1/openapi.json" target="_blank" rel="noreferrer">
              openapi.json
            </a>
          </dd>
          <dt>Keys that sign tokens</dt>
          <dd>
            <a href="/.well-known/jwks.json" target="_blank" rel="noreferrer">
              jwks.json
            </a>
          </dd>
        </dl>
      </section>
      <EventCatalogue />
    </Page>
  );
}
