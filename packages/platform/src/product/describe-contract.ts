import type { ContractEvent, ContractRequest, ContractResource } from "@plugboard/api/client";
import * as z from "zod";
import type { Contract, EventDeclaration, RequestDeclaration } from "./define-contract.ts";

/**
 * Returns the declarations of a product as the API shows them.
 *
 * @example
 * import { defineContract, describeContract } from "@plugboard/platform";
 *
 * const contract = defineContract({
 *   name: "tracker",
 *   kinds: { project: { title: "Project", plural: "projects" } },
 * });
 * console.log(describeContract(contract).kinds[0]?.plural); // projects
 */
export function describeContract({
  name,
  kinds,
  scopes = {},
  events = {},
  requests = {},
}: Contract): ContractResource {
  return {
    name,
    kinds: Object.entries(kinds).map(([kind, { title, plural, within }]) => ({
      kind,
      title,
      plural,
      within,
    })),
    scopes: Object.entries(scopes).map(([scope, { description, internal, formerNames, foreignNames }]) => ({
      scope,
      description,
      internal,
      formerNames,
      foreignNames,
    })),
    events: Object.entries(events).map(([type, event]) => describeEvent(type, event)),
    requests: Object.entries(requests).map(([type, request]) => describeRequest(type, request)),
  };
}

function describeRequest(type: string, { on, scope, fields }: RequestDeclaration): ContractRequest {
  return { type, on, scope, fields: describeFields(fields) };
}

function describeFields(fields: z.ZodObject): Readonly<Record<string, unknown>> {
  return { ...z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }) };
}

function describeEvent(
  type: string,
  { summary, on, scope, version = "1", fields, sample }: EventDeclaration,
): ContractEvent {
  return { type, summary, on, scope, version, fields: describeFields(fields), sample: { ...sample } };
}

/** Returns a sample of an event as a recipient gets it, with the ID of a test resource. */
export function sampleOf(
  type: string,
  { on, sample }: Pick<EventDeclaration, "on" | "sample">,
  ids: { readonly eventId: string; readonly installationId: string },
): Readonly<Record<string, unknown>> {
  return { ...ids, type, [`${on}Id`]: `${on}_test`, ...sample };
}
