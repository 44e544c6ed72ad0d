import { useQuery } from "@tanstack/react-query";

/** The parts of a JSON Schema that the console reads. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
}

/** The parts of the OpenAPI document that the console reads. */
export interface OpenApi {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Returns the server's OpenAPI document; `undefined` while loading. */
export function useOpenApi(): OpenApi | undefined {
  const document = useQuery({
    queryKey: ["openapi"],
    queryFn: async (): Promise<OpenApi> => {
      const response = await fetch("/v1/openapi.json");
      return await response.json();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return document.data;
}
