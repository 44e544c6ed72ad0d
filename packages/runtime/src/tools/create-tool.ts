import type { DefaultIntegrationTypes, IntegrationTypes, JsonObject, ToolCaller } from "@plugboard/api";
import type { IntegrationContext } from "../integration/integration-context.ts";
import type { Tool } from "../integration/integration-definition.ts";

/** Without generated types, tools take any arguments and return any object. */
type AnyTools = Readonly<Record<string, { readonly arguments: JsonObject; readonly result: object }>>;

type ToolsOf<Types extends IntegrationTypes> = Types extends { readonly tools: infer Tools }
  ? Tools
  : AnyTools;

/** The context of a tool call. */
export interface ToolContext<Types extends IntegrationTypes = DefaultIntegrationTypes>
  extends IntegrationContext<Types> {
  /** The person or API key that the agent acts for. */
  readonly caller: ToolCaller;
}

/** A definition for each tool of the manifest. */
type DefinitionsById<Types extends IntegrationTypes, Tools> = {
  readonly [Id in keyof Tools]: {
    /** The tool's `id` in the manifest. */
    readonly id: Id;
    readonly execute: (
      input: Tools[Id] extends { readonly arguments: infer Arguments } ? Arguments : never,
      context: ToolContext<Types>,
    ) => Tools[Id] extends { readonly result: infer Result } ? Result | Promise<Result> : never;
  };
};

/** The definition of a tool. */
export type ToolDefinition<Types extends IntegrationTypes = DefaultIntegrationTypes> = DefinitionsById<
  Types,
  ToolsOf<Types>
>[keyof ToolsOf<Types>];

/**
 * Creates a tool that AI agents can call. The manifest contains its description and schemas. With the
 * generated types, its arguments and result are typed; the platform validates both.
 *
 * Agents see the message of an `IntegrationError`. Messages of other errors are hidden.
 *
 * @example
 * import { createIntegration, createTool, IntegrationError } from "@plugboard/runtime";
 *
 * const findIssue = createTool({
 *   id: "find_issue",
 *   execute: async ({ key }, { caller, log }) => {
 *     log.info("searched", { caller: caller.id });
 *     if (key !== "DOC-1") throw new IntegrationError(`There is no issue ${String(key)}.`, 404);
 *     return { title: "Fix the typo" };
 *   },
 * });
 *
 * export default createIntegration({ tools: [findIssue] });
 */
export function createTool<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  definition: ToolDefinition<Types>,
): Tool<Types>;
// The implementation signature converts JSON to the types of the manifest, which the platform has checked.
export function createTool<Types extends IntegrationTypes>({
  id,
  execute,
}: {
  readonly id: PropertyKey;
  readonly execute: (input: JsonObject, context: ToolContext<Types>) => unknown;
}): Tool<Types> {
  return {
    id: String(id),
    execute: async (event, context) => await execute(event.arguments, { ...context, caller: event.caller }),
  };
}
