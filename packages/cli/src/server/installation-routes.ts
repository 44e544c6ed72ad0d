import type { ApiRoute, OperationShape, Page } from "@plugboard/api/client";

/** Settings with the status of their installation. */
export interface Settings {
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

interface ListTypes extends OperationShape {
  readonly path: `/installations/{installationId}/${string}`;
  readonly query: undefined;
  readonly body: undefined;
  readonly response: Page<Readonly<Record<string, unknown>>>;
}

interface ItemTypes extends OperationShape {
  readonly path: `/installations/{installationId}/${string}/{resourceId}`;
  readonly query: undefined;
  readonly body: undefined;
  readonly response: Settings;
}

interface UpdateTypes extends Omit<ItemTypes, "body"> {
  readonly body: Pick<Settings, "configuration">;
}

/** The routes of installations in the resources of a kind. */
export interface InstallationRoutes {
  readonly list: ApiRoute<string, "GET", ListTypes, true>;
  readonly create: ApiRoute<string, "PUT", ItemTypes>;
  readonly read: ApiRoute<string, "GET", ItemTypes>;
  readonly update: ApiRoute<string, "PATCH", UpdateTypes>;
}

/** Returns the routes of a kind. Every kind has these operations, but only the server knows the kinds. */
export function routesOf({ plural }: { readonly plural: string }): InstallationRoutes {
  const all = `/installations/{installationId}/${plural}` as const;
  const one = `${all}/{resourceId}` as const;
  return {
    list: { id: all, method: "GET", path: all },
    create: { id: one, method: "PUT", path: one },
    read: { id: one, method: "GET", path: one },
    update: { id: one, method: "PATCH", path: one },
  };
}
