import { expectTypeOf } from "vitest";
import type { ApiClient } from "./api-client.ts";
import type { PageResource, SpaceResource } from "./content-resource.ts";
import type { TaskResource } from "./task-resource.ts";

declare const api: ApiClient;

expectTypeOf(
  api.request("GET", "/spaces/{spaceId}", { params: { spaceId: "s" } }),
).resolves.toEqualTypeOf<SpaceResource>();
expectTypeOf(
  api.request("POST", "/tasks", { body: { task: { type: "t" } } }),
).resolves.toEqualTypeOf<TaskResource>();
expectTypeOf(api.list("/spaces/{spaceId}/pages", { params: { spaceId: "s" } })).toEqualTypeOf<
  AsyncGenerator<PageResource, void>
>();

// @ts-expect-error there is no such path
void api.request("GET", "/space/{spaceId}", { params: { spaceId: "s" } });
// @ts-expect-error the path answers no DELETE
void api.request("DELETE", "/spaces/{spaceId}", { params: { spaceId: "s" } });
// @ts-expect-error the path needs its parameter
void api.request("GET", "/spaces/{spaceId}");
// @ts-expect-error the parameter is named otherwise
void api.request("GET", "/spaces/{spaceId}", { params: { space: "s" } });
// @ts-expect-error the body is required
void api.request("POST", "/tasks", {});
// @ts-expect-error the body has another shape
void api.request("POST", "/tasks", { body: { task: { name: "t" } } });
// @ts-expect-error this is no list
void api.list("/spaces/{spaceId}", { params: { spaceId: "s" } });
void api.request("GET", "/spaces/{spaceId}/pages", {
  params: { spaceId: "s" },
  // @ts-expect-error the list has no such filter
  query: { status: "failed" },
});
