import { expectTypeOf } from "vitest";
import type { Environment, IntegrationTypes } from "../src/environment/environment.ts";
import type { ParsedEvent, UnknownEvent } from "../src/events/parse-event.ts";
import type {
  EnvelopeEvent,
  PlatformEventMap,
  PlatformEventType,
  ResourceInstallationEventMap,
} from "../src/events/platform-event.ts";
import type { UiRenderResponse } from "../src/events/ui-render.ts";

// Each event is named by its own type.
expectTypeOf<{ [Type in PlatformEventType]: PlatformEventMap[Type]["type"] }>().toEqualTypeOf<{
  [Type in PlatformEventType]: Type;
}>();
expectTypeOf<Extract<EnvelopeEvent, { type: "schedule" }>["schedule"]["id"]>().toEqualTypeOf<string>();

// The events about installations in resources have the resource's ID, and say what changed.
type ProjectSetup = ResourceInstallationEventMap<"project">["project_installation_setup"];
expectTypeOf<ProjectSetup["projectId"]>().toEqualTypeOf<string>();
expectTypeOf<NonNullable<ProjectSetup["previous"]>["configuration"]>().toEqualTypeOf<
  Readonly<Record<string, unknown>> | undefined
>();

expectTypeOf<UiRenderResponse["type"]>().toEqualTypeOf<"element" | "complete">();

// `known` distinguishes the two kinds of event.
expectTypeOf<Extract<ParsedEvent, { known: true }>["event"]>().toEqualTypeOf<EnvelopeEvent>();
expectTypeOf<Extract<ParsedEvent, { known: false }>["event"]>().toEqualTypeOf<UnknownEvent>();

// An integration's own types reach its environment.
interface Digest extends IntegrationTypes {
  readonly configuration: {
    readonly account: { readonly channel: string };
    readonly site: object;
    readonly space: object;
  };
  readonly secrets: { readonly API_KEY: string };
}
declare const environment: Environment<Digest>;
expectTypeOf(environment.secrets.API_KEY).toEqualTypeOf<string>();
expectTypeOf(environment.installation?.configuration.channel).toEqualTypeOf<string | undefined>();
// @ts-expect-error no such secret
void environment.secrets.OTHER;
// @ts-expect-error no such setting
void environment.installation?.configuration.chanel;
