import type { ResourceInstallationEventMap } from "@plugboard/api";
import type { Infer, KindOperations, NoFields, ProductFields } from "@plugboard/api/contract";
import type { Contract } from "./define-contract.ts";

type Received<Type extends string> = {
  readonly eventId: string;
  readonly type: Type;
  readonly installationId: string;
};

type EventsOf<Declared extends Contract> = NonNullable<Declared["events"]>;

type ResourceId<Kind extends string> = { readonly [Name in `${Kind}Id`]: string };

type OwnEvents<Events extends EventsOf<Contract>> = {
  readonly [Type in keyof Events & string]: Received<Type> &
    Infer<Events[Type]["fields"]> &
    ResourceId<Events[Type]["on"]>;
};

type FieldsOf<Declared extends Contract> = Declared extends {
  readonly fields: infer Fields extends ProductFields;
}
  ? Fields
  : NoFields;

type RequestsOf<Declared extends Contract> = NonNullable<Declared["requests"]>;

type OwnRequests<Requests extends RequestsOf<Contract>> = {
  readonly [Type in keyof Requests & string]: Received<Type> &
    Infer<Requests[Type]["fields"]> &
    ResourceId<Requests[Type]["on"]>;
};

/**
 * The types of a product for integrations, derived from its contract. Export them from a module that
 * integrations import with `import type`.
 *
 * @example
 * import { defineContract, type ProductTypes } from "@plugboard/platform";
 * import * as z from "zod";
 *
 * const contract = defineContract({
 *   name: "tracker",
 *   kinds: { project: { title: "Project", plural: "projects" } },
 *   events: {
 *     issue_opened: {
 *       on: "project",
 *       summary: "An issue was opened",
 *       fields: z.object({ issueId: z.string() }),
 *       sample: { issueId: "iss_1" },
 *     },
 *   },
 * });
 * export type Tracker = ProductTypes<typeof contract>;
 * type Opened = Tracker["events"]["issue_opened"];
 * const printIssue = ({ projectId, issueId }: Opened) => console.log(projectId, issueId);
 */
export interface ProductTypes<Declared extends Contract> {
  readonly kinds: keyof Declared["kinds"] & string;
  readonly events: OwnEvents<EventsOf<Declared>> &
    ResourceInstallationEventMap<keyof Declared["kinds"] & string>;
  /** The requests that integrations respond to. */
  readonly requests: OwnRequests<RequestsOf<Declared>>;
  /**
   * The operations, and the platform's with fields of the product's kinds, for `ProductRoute` of
   * `@plugboard/api/client`.
   */
  readonly operations: NonNullable<Declared["operations"]> &
    KindOperations<Declared["kinds"], FieldsOf<Declared>>;
}
