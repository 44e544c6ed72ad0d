import { uiRenderResponseSchema } from "@plugboard/api/schemas";
import type { LogLine } from "@plugboard/runtime";
import type { ComponentEvent } from "@plugboard/components/session";
import type { ViewResponse } from "../view/component-view.ts";
import { callIntegration } from "./call-integration.ts";
import type { PlatformWorld } from "./emit-event.ts";
import { nextId } from "./platform-state.ts";
import { createEvent, subjectOf } from "./sample-event.ts";
import { TestPlatformError } from "./test-platform-error.ts";

/** Has the integration render a component. @throws TestPlatformError `not_rendered` */
export async function renderComponent(world: PlatformWorld, request: ComponentEvent): Promise<ViewResponse> {
  const event = createEvent("ui_render", request, nextId(world.state, "event"));
  const firstLog = world.logs.length;
  const response = await callIntegration(world, { event, subject: subjectOf(event) });
  const text = await response.text();
  if (response.status !== 200) {
    const reason = explain(world.logs.slice(firstLog)) ?? text;
    throw notRendered(request, `the integration answered ${response.status}: ${reason}`);
  }
  const rendered = uiRenderResponseSchema.safeParse(JSON.parse(text));
  if (!rendered.success) throw notRendered(request, "the response is no component markup");
  return { response: rendered.data, maxAge: readMaxAge(response) };
}

/** The error that the integration logged; the answer itself does not tell it. */
function explain(logs: readonly LogLine[]): string | undefined {
  const error = logs.findLast(({ level }) => level === "error")?.fields.error;
  return error instanceof Error ? error.message : undefined;
}

function readMaxAge(response: Response): number | undefined {
  const seconds = response.headers.get("cache-control")?.match(/^max-age=(\d+)$/)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function notRendered({ componentId }: ComponentEvent, problem: string): TestPlatformError {
  return new TestPlatformError("not_rendered", `${componentId} was not rendered: ${problem}.`);
}
