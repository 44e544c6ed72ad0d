import type { Infer } from "./infer.ts";
import {
  expandOperation,
  type FieldDeclarations,
  type NoFields,
  type ProductFields,
  type ResourceKinds,
} from "./kind-fields.ts";
import type { AnyOperation, Operation } from "./operation.ts";
import { declaredOperations } from "./operations.ts";
import type { Page } from "./page.ts";
import type {
  InstallationResource,
  OperationTypes,
  OrganizationQuota,
  OrganizationUsage,
  PlatformEventResource,
  WebhookEndpoint,
} from "./types.ts";

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

type Selections<Kinds extends ResourceKinds> = {
  readonly [Kind in keyof Kinds & string as Kinds[Kind] extends { readonly selectable: true }
    ? `${Kind}_selection`
    : never]?: { readonly type: "all" | "selected" } & {
    readonly [Plural in Kinds[Kind]["plural"]]?: readonly string[];
  };
};

type Installation<Kinds extends ResourceKinds> = With<InstallationResource, Selections<Kinds>>;

type OwnFields<Fields extends ProductFields, Part extends keyof ProductFields> = Fields extends {
  readonly [Name in Part]: infer Schema;
}
  ? Infer<Schema>
  : unknown;

type Quota<Fields extends ProductFields> = With<OrganizationQuota, OwnFields<Fields, "quota">>;

interface Usage<Fields extends ProductFields> {
  readonly response: With<
    Omit<OrganizationUsage, "limits">,
    OwnFields<Fields, "usage"> & { readonly limits: Quota<Fields> }
  >;
}

/** The parts of operations whose fields depend on the product's kinds. */
interface KindParts<Kinds extends ResourceKinds, Fields extends ProductFields> {
  readonly consentToInstallation: { readonly response: Installation<Kinds> };
  readonly createEmbedToken: Body<"createEmbedToken", Kinds>;
  readonly createWebhookEndpoint: Body<"createWebhookEndpoint", Kinds> & Endpoint<Kinds>;
  readonly deleteStoredValue: Query<"deleteStoredValue", Kinds>;
  readonly getInstallation: { readonly response: Installation<Kinds> };
  readonly getOrganizationUsage: Usage<Fields>;
  readonly getSampleEvent: Query<"getSampleEvent", Kinds>;
  readonly getStoredValue: Query<"getStoredValue", Kinds>;
  readonly getWebhookEndpoint: Endpoint<Kinds>;
  readonly incrementStoredValue: Query<"incrementStoredValue", Kinds>;
  readonly listEvents: { readonly response: Page<With<PlatformEventResource, KindIds<Kinds>>> };
  readonly installIntegration: { readonly response: Installation<Kinds> };
  readonly listInstallations: { readonly response: Page<Installation<Kinds>> };
  readonly listIntegrationInstallations: { readonly response: Page<Installation<Kinds>> };
  readonly listPropertyOptions: Query<"listPropertyOptions", Kinds>;
  readonly listStoredValues: Query<"listStoredValues", Kinds>;
  readonly listWebhookEndpoints: { readonly response: Page<With<WebhookEndpoint, KindIds<Kinds>>> };
  readonly pauseInstallation: { readonly response: Installation<Kinds> };
  readonly pauseWebhookEndpoint: Endpoint<Kinds>;
  readonly queueTask: Body<"queueTask", Kinds>;
  readonly renderComponent: {
    readonly body: With<
      Omit<OperationTypes["renderComponent"]["body"], "context">,
      {
        readonly context: With<RenderingContext, ContextIds<Kinds> & OwnFields<Fields, "componentContext">>;
      }
    >;
  };
  readonly resumeInstallation: { readonly response: Installation<Kinds> };
  readonly resumeWebhookEndpoint: Endpoint<Kinds>;
  readonly sendSampleEvent: Body<"sendSampleEvent", Kinds>;
  readonly setOrganizationQuota: { readonly body: Quota<Fields> } & Usage<Fields>;
  readonly setStoredValue: Query<"setStoredValue", Kinds>;
  readonly updateInstallation: { readonly response: Installation<Kinds> };
  readonly updateWebhookEndpoint: Endpoint<Kinds>;
  readonly verifyWebhookEndpoint: Endpoint<Kinds>;
}

type Part<
  Id extends keyof KindParts<ResourceKinds, ProductFields>,
  Name extends "query" | "body" | "response",
  Kinds extends ResourceKinds,
  Fields extends ProductFields,
> = KindParts<Kinds, Fields>[Id] extends Readonly<Record<Name, infer Type>> ? Type : OperationTypes[Id][Name];

/** The platform's operations whose fields depend on the product, with the fields of its kinds and its own. */
export type KindOperations<Kinds extends ResourceKinds, Fields extends ProductFields = NoFields> = {
  readonly [Id in keyof KindParts<Kinds, Fields>]: Operation<
    OperationTypes[Id]["path"],
    Part<Id, "query", Kinds, Fields>,
    Part<Id, "body", Kinds, Fields>,
    Part<Id, "response", Kinds, Fields>,
    OperationTypes[Id]["idempotent"],
    OperationTypes[Id]["version"],
    OperationTypes[Id]["creates"]
  > & { readonly id: Id };
};

/**
 * Returns the platform's operations with fields of a product and its kinds, such as `projectId`, with these fields.
 *
 * @example
 * import { kindOperations } from "@plugboard/api/contract";
 *
 * const { queueTask } = kindOperations({ kinds: { project: { plural: "projects" } } });
 * console.log(queueTask.body?.safeParse({ task: { type: "sync" }, projectId: "prj_1" }).success); // true
 */
export function kindOperations<Kinds extends ResourceKinds, Fields extends ProductFields = NoFields>(
  product: FieldDeclarations & { readonly kinds: Kinds; readonly fields?: Fields | undefined },
): KindOperations<Kinds, Fields> {
  const expanded = Object.values<AnyOperation>(declaredOperations).flatMap((operation) => {
    const withFields = expandOperation(operation, product);
    return withFields === operation ? [] : [[operation.id, withFields] as const];
  });
  // A type test compares the table of parts with these operations.
  return Object.fromEntries(expanded) as unknown as KindOperations<Kinds, Fields>;
}
