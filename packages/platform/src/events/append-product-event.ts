import { explainUnknownWord } from "@plugboard/manifest";
import type { Kysely, Transaction } from "kysely";
import type * as z from "zod";
import { createId } from "../common/create-id.ts";
import { describeIssue } from "../common/describe-issue.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { findResourceOrganization } from "../resources/find-resource.ts";
import type { Contract } from "../product/define-contract.ts";
import type { ProductData } from "../product/product-data.ts";
import { newEventRow } from "./append-event.ts";
import { insertEvents } from "./insert-events.ts";

type EventsOf<Declared extends Contract> = NonNullable<Declared["events"]>;

/** An event of a product. The compiler checks its resource and fields against the contract. */
export interface NewProductEvent<Declared extends Contract, Type extends keyof EventsOf<Declared>> {
  readonly type: Type;
  readonly resource: { readonly kind: EventsOf<Declared>[Type]["on"]; readonly id: string };
  readonly fields: z.input<EventsOf<Declared>[Type]["fields"]>;
  /** The person that the event is about, for `listSubjectEvents` and `eraseSubject`. Defaults to none. */
  readonly subjectId?: string | undefined;
}

/**
 * Writes a product's event in the same transaction as its change, so that both commit or neither does. Recipients also get the resource's id, such as `projectId`. Call `platform.onEvent()` after the commit
 * to deliver it without delay.
 *
 * @returns the event's id
 *
 * @throws PlatformError `not_found` if there is no such resource, `invalid_request` for fields that do not
 * match the contract
 *
 * @example
 * import { appendProductEvent, type Platform, type Product } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const tracker: Product;
 * await platform.db.transaction().execute(async (transaction) => {
 *   await appendProductEvent(platform, tracker, transaction, {
 *     type: "issue_opened",
 *     resource: { kind: "project", id: "prj_1" },
 *     fields: { issueId: "iss_1" },
 *   });
 * });
 * platform.onEvent();
 */
export async function appendProductEvent<
  const Declared extends Contract,
  Type extends keyof EventsOf<Declared> & string,
  Own extends Tables,
>(
  context: PlatformContext,
  product: ProductData<Declared>,
  ownTransaction: Transaction<Own>,
  { type, resource, fields, subjectId }: NewProductEvent<Declared, Type>,
): Promise<string> {
  if (context.product?.contract !== product.contract)
    throw new PlatformError("invalid_definition", `${product.contract.name} is not the platform's product.`);
  // The transaction has the platform's tables in addition to the product's own.
  const transaction = ownTransaction as unknown as Kysely<Tables>;
  const declaration = product.contract.events?.[type];
  if (declaration === undefined) {
    const declared = Object.keys(product.contract.events ?? {});
    throw new PlatformError("not_found", explainUnknownWord(type, "an event of the contract", declared));
  }
  const { kind, id: resourceId } = resource;
  if (kind !== declaration.on)
    throw new PlatformError(
      "invalid_request",
      `The event ${type} is about a ${declaration.on}, not a ${kind}.`,
    );
  const { data, error } = declaration.fields.safeParse(fields, { error: describeIssue });
  if (error !== undefined) {
    const problems = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    const [first] = problems;
    throw new PlatformError(
      "invalid_request",
      `The event ${type} is invalid: ${first?.path}: ${first?.message}.`,
      problems,
    );
  }
  const organizationId =
    kind === "organization"
      ? resourceId
      : orNotFound(
          await findResourceOrganization(context, transaction, { kind, id: resourceId }),
          `${kind} ${resourceId}`,
        );
  const now = context.now();
  const id = createId("evt", now);
  await insertEvents(transaction, [
    {
      ...newEventRow(
        {
          id,
          type,
          payload: { ...data, [`${kind}Id`]: resourceId },
          subjectId,
        },
        now,
      ),
      organization_id: organizationId,
      installation_id: null,
      resource_kind: kind,
      resource_id: resourceId,
    },
  ]);
  return id;
}
