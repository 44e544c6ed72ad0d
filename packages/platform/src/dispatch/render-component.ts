import type { UiRenderResponse, UiRenderEvent } from "@plugboard/api";
import { uiRenderResponseSchema } from "@plugboard/api/schemas";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { PlatformError } from "../common/platform-error.ts";
import { readJson } from "../common/read-json.ts";
import type { DispatchTarget } from "./build-environment.ts";
import type { IntegrationRunner } from "./integration-runner.ts";

/** An answer of an integration with what decides how long it is kept. */
export interface RenderedComponent {
  readonly answer: UiRenderResponse;
  /** Of the answer's JSON. */
  readonly bytes: number;
  /** The answer's `Cache-Control` header. */
  readonly cacheControl: string | null;
}

/**
 * Asks an integration to render one of its components and checks the answer's shape.
 *
 * @throws PlatformError `not_found` for a component it does not have, `integration_failed` or `integration_unreachable`
 */
export async function renderComponent(
  runner: IntegrationRunner,
  { integration, signingSecrets, environment }: DispatchTarget,
  event: UiRenderEvent,
): Promise<RenderedComponent> {
  const target = { url: integration.url, signingSecrets };
  const response = await runner.dispatch(target, encodeEnvelope({ event, environment }));
  if (response.status === 404) {
    throw new PlatformError("not_found", `${integration.name} has no component ${event.componentId}.`);
  }
  const answer = uiRenderResponseSchema.safeParse(readJson(response.body));
  if (response.status === 200 && answer.success) {
    const cacheControl = response.headers.get("cache-control");
    return { answer: answer.data, bytes: response.body.length, cacheControl };
  }
  const what =
    response.status === 200 ? "an answer that is no component markup" : `status ${response.status}`;
  throw new PlatformError(
    "integration_failed",
    `${integration.name} answered ${what} for ${event.componentId}.`,
  );
}
