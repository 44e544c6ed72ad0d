import type {
  DefaultIntegrationTypes,
  Environment,
  FetchWebhookPayloadEvent,
  InstallationSetupEvent,
  TaskEvent,
  UiRenderEvent,
} from "@plugboard/api";
import { createComponent } from "@plugboard/components";
import { expectTypeOf } from "vitest";
import { createIntegration } from "../src/integration/create-integration.ts";
import type { IntegrationContext } from "../src/integration/integration-context.ts";
import type { EventHandler } from "../src/integration/integration-definition.ts";
import { resumeTask } from "../src/integration/resume-task.ts";
import { storageOf } from "../src/integration/storage.ts";
import { onceForEvent } from "../src/once/once-for-event.ts";
import { createRouter } from "../src/routing/create-router.ts";

// Generated types have this shape.
interface DigestTypes {
  readonly configuration: {
    readonly account: { readonly channel: string; readonly limit?: number };
    readonly site: { readonly color: "red" | "blue" };
    readonly space: Readonly<Record<string, unknown>>;
  };
  readonly secrets: { readonly API_KEY: string; readonly EXTRA?: string };
  readonly blocks: "digest";
}

// Events are typed by name, for a single handler and for a list.
createIntegration({
  events: {
    installation_setup: (event, context) => {
      expectTypeOf(event).toEqualTypeOf<InstallationSetupEvent>();
      expectTypeOf(context).toEqualTypeOf<IntegrationContext>();
    },
    ui_render: [(event) => expectTypeOf(event).toEqualTypeOf<UiRenderEvent>(), async () => undefined],
  },
  task: (event) => expectTypeOf(event).toEqualTypeOf<TaskEvent>(),
  fetch: (request) => {
    expectTypeOf(request).toEqualTypeOf<Request>();
    return new Response();
  },
});

// An integration's own types reach every handler.
createIntegration<DigestTypes>({
  events: {
    installation_setup: (_event, { environment }) => {
      expectTypeOf(environment.installation?.configuration.channel).toEqualTypeOf<string | undefined>();
      expectTypeOf(environment.secrets.API_KEY).toEqualTypeOf<string>();
      // @ts-expect-error no such setting
      void environment.installation?.configuration.chanel;
      // @ts-expect-error no such secret
      void environment.secrets.API_KEYS;
    },
  },
  fetch: createRouter<DigestTypes>({
    "/channels": {
      GET: (_request, { environment }) => {
        expectTypeOf(environment).toEqualTypeOf<Environment<DigestTypes>>();
        return Response.json([]);
      },
    },
  }),
});

// Generic components fit an integration with its own types; components created for its context see those
// types.
const general = createComponent({ componentId: "general", render: () => ({ type: "block", children: [] }) });
const own = createComponent<object, object, { readonly action: string }, IntegrationContext<DigestTypes>>({
  componentId: "own",
  render: (_element, { environment }) => {
    expectTypeOf(environment.secrets.API_KEY).toEqualTypeOf<string>();
    return { type: "block", children: [] };
  },
});
createIntegration({ components: [general] });
createIntegration<DigestTypes>({ components: [general, own] });

declare const store: Parameters<typeof onceForEvent>[0]["store"];
expectTypeOf(
  onceForEvent({ store, name: "n", handler: (_event: InstallationSetupEvent) => undefined }),
).toEqualTypeOf<EventHandler<InstallationSetupEvent>>();

// @ts-expect-error there is no such event
createIntegration({ events: { installation_setups: () => undefined } });
// @ts-expect-error without the types of a product, only the platform's events are known
createIntegration({ events: { page_feedback: () => undefined } });
// @ts-expect-error tasks have a key of their own
createIntegration({ events: { task: () => undefined } });
// @ts-expect-error a fetch handler returns a response
createIntegration({ fetch: () => undefined });
// @ts-expect-error the event has no such field
createIntegration({ events: { installation_setup: (event) => event.statuses } });
// @ts-expect-error a path begins with a slash
createRouter({ oauth: () => new Response() });
// @ts-expect-error there is no such method
createRouter({ "/oauth": { FETCH: () => new Response() } });

// A product's types add its requests.
interface Badge {
  readonly eventId: string;
  readonly type: "fetch_badge";
  readonly installationId: string;
  readonly projectId: string;
  readonly size: "small" | "large";
}
type TrackerTypes = DefaultIntegrationTypes & {
  readonly product: {
    readonly kinds: "project";
    readonly events: object;
    readonly requests: { readonly fetch_badge: Badge };
  };
};
createIntegration<TrackerTypes>({
  fetch_badge: (event, { environment }) => {
    expectTypeOf(event).toEqualTypeOf<Badge>();
    expectTypeOf(environment.projectInstallation?.project).toEqualTypeOf<string | undefined>();
    return new Response(event.size);
  },
  fetch_webhook_payload: (event) => {
    expectTypeOf(event).toEqualTypeOf<FetchWebhookPayloadEvent>();
    return Response.json({});
  },
});
// @ts-expect-error without the types of a product, only the platform's requests are known
createIntegration({ fetch_published_script: () => new Response() });
// @ts-expect-error the product has no such request
createIntegration<TrackerTypes>({ fetch_badges: () => new Response() });
// @ts-expect-error sites are of another product
createIntegration<TrackerTypes>({ fetch_published_script: () => new Response() });
// @ts-expect-error the request has no such field
createIntegration<TrackerTypes>({ fetch_badge: (event) => new Response(event.siteId) });
// @ts-expect-error a request needs a response
createIntegration<TrackerTypes>({ fetch_badge: () => undefined });

// Steps and storage take interfaces of JSON values, but no values that JSON changes.
interface Team {
  readonly id: string;
  readonly lead?: { readonly name: string } | null;
}
createIntegration({
  task: async (event, context) => {
    const { step } = resumeTask(event, context);
    const teams = await step("list teams", async (): Promise<readonly Team[]> => []);
    expectTypeOf(teams).toEqualTypeOf<readonly Team[]>();
    expectTypeOf(await step("count", (): number => 1)).toEqualTypeOf<number>();
    expectTypeOf(await step("log", () => {})).toEqualTypeOf<void>();
    // @ts-expect-error JSON has no dates
    await step("date", () => new Date());
    // @ts-expect-error JSON has no maps
    await step("map", (): { readonly teams: ReadonlyMap<string, Team> } => ({ teams: new Map() }));

    const storage = storageOf(context);
    await storage.set("teams", teams);
    expectTypeOf((await storage.get<readonly Team[]>("teams"))?.value).toEqualTypeOf<
      readonly Team[] | undefined
    >();
    for await (const { value } of storage.list<Team>()) expectTypeOf(value).toEqualTypeOf<Team>();
    // @ts-expect-error JSON has no dates
    await storage.set("at", { at: new Date() });
  },
});
