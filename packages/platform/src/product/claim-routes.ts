import type { AnyOperation } from "@plugboard/api/contract";
import { invalidDefinition } from "../common/invalid-definition.ts";

/** Checks that operations have different ids and routes. @throws PlatformError `invalid_definition` */
export function claimRoutes(operations: readonly AnyOperation[]): void {
  const names = new Map<string, string>();
  for (const { id, method, path } of operations)
    for (const name of [`the id ${id}`, `the route ${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`]) {
      const other = names.get(name);
      if (other !== undefined)
        throw invalidDefinition(`The operations ${other} and ${id} have ${name}. Change one of them.`);
      names.set(name, id);
    }
}
