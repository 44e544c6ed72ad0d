import { expandOperation, type ResourceKinds } from "./kind-fields.ts";
import type { AnyOperation, Operation } from "./operation.ts";
import { declaredOperations } from "./operations.ts";
import type { Page } from "./page.ts";
import type { OperationTypes, WebhookEndpoint } from "./types.ts";

type With<Type, Fields> = { readonly [Name in keyof (Type & Fields)]: (Type & Fields)[Name] };

type KindIds<Kinds extends ResourceKinds> = {
  readonly [Kind in keyof Kinds & string as `${Kind}Id`]?: string | undefined;
};

type Query<Id extends keyof OperationTypes, Kinds extends ResourceKinds> = {
  readonly query: With<OperationTypes[Id]["query"], KindIds<Kinds>>;
};

type Body<Id extends keyof OperationTypes, Kinds extends ResourceKinds> = {
  readonly body: With<OperationTypes[Id]["body"], KindIds<Kinds>>;
};

type Endpoint<Kinds extends ResourceKinds> = { readonly response: With<WebhookEndpoint, KindIds<Kinds>> };

type RenderingContext = OperationTypes["renderComponent"]["body"]["context"];
type ContextIds<Kinds extends ResourceKinds> = {
  readonly [Kind in keyof Kinds & string as `${Kind}Id`]?: string;
};

/** The parts of operations whose fields depend on the product's kinds. */
interface KindParts<Kinds extends ResourceKinds> {
  readonly createEmbedToken: Body<"createEmbedToken", Kinds>;
  readonly createWebhookEndpoint: Body<"createWebhookEndpoint", Kinds> & Endpoint<Kinds>;
  readonly deleteStoredValue: Query<"deleteStoredValue", Kinds>;
  readonly getStoredValue: Query<"getStoredValue", Kinds>;
  readonly getWebhookEndpoint: Endpoint<Kinds>;
  readonly incrementStoredValue: Query<"incrementStoredValue", Kinds>;
  readonly listPropertyOptions: Query<"listPropertyOptions", Kinds>;
  readonly listStoredValues: Query<"listStoredValues", Kinds>;
  readonly listWebhookEndpoints: { readonly response: Page<With<WebhookEndpoint, KindIds<Kinds>>> };
  readonly pauseWebhookEndpoint: Endpoint<Kinds>;
  readonly queueTask: Body<"queueTask", Kinds>;
  readonly renderComponent: {
    readonly body: With<
      Omit<OperationTypes["renderComponent"]["body"], "context">,
      { readonly context: With<RenderingContext, ContextIds<Kinds>> }
    >;
  };
  readonly resumeWebhookEndpoint: Endpoint<Kinds>;
  readonly setStoredValue: Query<"setStoredValue", Kinds>;
  readonly updateWebhookEndpoint: Endpoint<Kinds>;
  readonly verifyWebhookEndpoint: Endpoint<Kinds>;
}

type Part<
  Id extends keyof KindParts<ResourceKinds>,
  Name extends "query" | "body" | "response",
  Kinds extends ResourceKinds,
> = KindParts<Kinds>[Id] extends Readonly<Record<Name, infer Type>> ? Type : OperationTypes[Id][Name];

/** The platform's operations whose fields depend on the product's kinds, with the fields of these kinds. */
export type KindOperations<Kinds extends ResourceKinds> = {
  readonly [Id in keyof KindParts<Kinds>]: Operation<
    OperationTypes[Id]["path"],
    Part<Id, "query", Kinds>,
    Part<Id, "body", Kinds>,
    Part<Id, "response", Kinds>,
    OperationTypes[Id]["idempotent"],
    OperationTypes[Id]["version"],
    OperationTypes[Id]["creates"]
  > & { readonly id: Id };
};

/**
 * Returns the platform's operations with fields for each of a product's kinds, such as `projectId`, with these fields.
 *
 * @example
 * import { kindOperations } from "@plugboard/api/contract";
 *
 * const { queueTask } = kindOperations({ project: { plural: "projects" } });
 * console.log(queueTask.body?.safeParse({ task: { type: "sync" }, projectId: "prj_1" }).success); // true
 */
export function kindOperations<Kinds extends ResourceKinds>(kinds: Kinds): KindOperations<Kinds> {
  const expanded = Object.values<AnyOperation>(declaredOperations).flatMap((operation) => {
    const withFields = expandOperation(operation, kinds);
    return withFields === operation ? [] : [[operation.id, withFields] as const];
  });
  // A type test compares the table of parts with these operations.
  return Object.fromEntries(expanded) as unknown as KindOperations<Kinds>;
}
