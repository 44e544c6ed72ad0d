import type { IntegrationTypes } from "@plugboard/api";
import type { EventHandler, IntegrationContext, IntegrationDefinition } from "@plugboard/runtime";
import { expectTypeOf } from "vitest";
import type { ContentDeclarations, ContentIntegrationTypes, PageFeedbackEvent } from "../src/integration.ts";
import { createIntegration } from "../src/integration.ts";
import type { Content } from "../src/product/contract.ts";

// The declarations name the kinds, events and requests of the contract.
expectTypeOf<ContentDeclarations["kinds"]>().toEqualTypeOf<Content["kinds"]>();
expectTypeOf<keyof ContentDeclarations["events"]>().toEqualTypeOf<keyof Content["events"]>();
expectTypeOf<keyof ContentDeclarations["requests"]>().toEqualTypeOf<keyof Content["requests"]>();

createIntegration({
  events: {
    space_view: ({ spaceId }, { environment }) => {
      expectTypeOf(spaceId).toEqualTypeOf<string>();
      expectTypeOf(environment.spaceInstallation?.space).toEqualTypeOf<string | undefined>();
      expectTypeOf(environment.siteInstallation?.site).toEqualTypeOf<string | undefined>();
      expectTypeOf(environment.siteInstallation?.configuration["color"]).toEqualTypeOf<unknown>();
    },
    page_feedback: (event) => expectTypeOf(event).toEqualTypeOf<PageFeedbackEvent>(),
  },
  task: (_event, { environment }) => {
    expectTypeOf(environment.spaceInstallation?.space).toEqualTypeOf<string | undefined>();
  },
  fetch_published_script: ({ siteId }) => new Response(siteId),
});

// @ts-expect-error -- the product has no such event
createIntegration({ events: { issue_opened: () => undefined } });

interface Own extends IntegrationTypes {
  readonly configuration: {
    readonly account: { readonly channel: string };
    readonly space: { readonly tone: string };
    readonly site: object;
  };
  readonly secrets: object;
}

// Handlers written for the integration's own types fit.
declare const handler: EventHandler<PageFeedbackEvent, Own>;
createIntegration<Own>({
  events: {
    page_feedback: handler,
    space_view: (_event, { environment }) => {
      expectTypeOf(environment.spaceInstallation?.space).toEqualTypeOf<string | undefined>();
      expectTypeOf(environment.spaceInstallation?.configuration.tone).toEqualTypeOf<string | undefined>();
      expectTypeOf(environment.installation?.configuration.channel).toEqualTypeOf<string | undefined>();
    },
  },
});
expectTypeOf<IntegrationContext<ContentIntegrationTypes<Own>>>().toExtend<IntegrationContext<Own>>();
expectTypeOf<Parameters<typeof createIntegration<Own>>[0]>().toEqualTypeOf<
  IntegrationDefinition<ContentIntegrationTypes<Own>>
>();
