import { describe, expect, it } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import { person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { contentContract } from "../../../content/src/product/contract.ts";
import { defineOperations, operation } from "@plugboard/api/contract";
import { defineFeature } from "../operations/feature.ts";
import { createApi } from "./create-api.ts";

describe("the operations for code in the same process", () => {
  const { platform, createContent } = setUpApi("SQLite");
  const open = () =>
    createApi(platform(), {
      contract: contentContract,
      onError: () => {},
      authenticate: async () => {
        throw new PlatformError("unauthorized", "this suite has no tokens");
      },
    });

  it("run as the caller, who needs no token", async () => {
    const { organizationId: organization } = await createContent();
    const editor = open().as(person("ada@plugboard.example/ä", { [organization]: "editor" }));
    const { id: spaceId } = await editor.createSpace({ organization, title: "Handbook" });
    expect(await editor.getSpace({ spaceId })).toMatchObject({ title: "Handbook" });
    const [entry] = (await open().as({ type: "admin" }).listAuditEntries({ organization })).items;
    expect(entry).toMatchObject({ operation: "createSpace", actor: { id: "ada@plugboard.example/ä" } });
  });

  it("check access and input as for a request", async () => {
    const { organizationId: organization, spaceId } = await createContent();
    const reader = open().as(person("bob", { [organization]: "reader" }));
    await expect(reader.trashSpace({ spaceId })).rejects.toMatchObject({ status: 403 });
    await expect(reader.getSpace({ spaceId: "spc_0" })).rejects.toMatchObject({ code: "not_found" });
    await expect(open().as({ type: "admin" }).createSpace({ organization, title: "" })).rejects.toMatchObject(
      {
        code: "invalid_request",
      },
    );
  });

  it("can be aborted, and check parameters and the size of the input", async () => {
    const { organizationId: organization } = await createContent();
    const admin = open().as({ type: "admin" });
    const signal = AbortSignal.abort();
    await expect(admin.listOrganizations({}, { signal })).rejects.toMatchObject({ code: "aborted" });
    await expect(admin.getSpace({ spaceId: "" })).rejects.toMatchObject({ code: "invalid_parameter" });
    const title = "x".repeat(100_000);
    await expect(admin.createSpace({ organization, title })).rejects.toMatchObject({ status: 413 });
  });

  it("leave requests to the host's authentication", async () => {
    const request = new Request(`${platform().urls.api}/spaces`, {
      headers: { authorization: "Bearer administrator" },
    });
    expect((await open().fetch(request)).status).toBe(401);
  });
});

describe("the features of an API", () => {
  const { platform } = setUpApi("SQLite");
  const featureOf = (id: string, path: string) =>
    defineFeature(
      defineOperations({
        [id]: operation({
          method: "GET",
          path,
          tag: "Content",
          summary: "List",
          access: "person",
          roles: [],
          example: {},
        }),
      }),
      () => ({ [id]: async () => undefined }),
    );
  const open = (...features: readonly ReturnType<typeof featureOf>[]) =>
    createApi(platform(), {
      features: [...features],
      onError: () => {},
      authenticate: async () => ({ type: "admin" }),
    });

  it("have ids and routes of their own, also different from the platform's", () => {
    expect(() => open(featureOf("listOrders", "/orders"), featureOf("listCarts", "/orders"))).toThrow(
      "The operations listOrders and listCarts have the route GET /orders. Change one of them.",
    );
    expect(() => open(featureOf("listOrders", "/installations/{orderId}"))).toThrow(
      /The operations (getInstallation and listOrders|listOrders and getInstallation) have the route/,
    );
    expect(() => open(featureOf("getInstallation", "/orders"))).toThrow(
      "The operations getInstallation and getInstallation have the id getInstallation.",
    );
  });
});
