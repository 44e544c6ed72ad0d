import type { SelectOption } from "@plugboard/api/client";
import { listSelectOptions } from "@plugboard/api/routes";
import type { OptionsRequest } from "@plugboard/components-react";
import { readAll } from "./platform-api.ts";

/** Loads the options of a `select` in a component of an installation. */
export function loadOptions(
  installationId: string,
  { url, query }: OptionsRequest,
): Promise<readonly SelectOption[]> {
  const asked = { url, query: query === "" ? undefined : query };
  return readAll(listSelectOptions, { params: { installationId }, query: asked });
}
