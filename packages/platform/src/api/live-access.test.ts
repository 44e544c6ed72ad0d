import { provisioningScope } from "@plugboard/api";
import {
  createApiKey,
  createOrganization,
  createProvisionedGroup,
  createProvisionedUser,
  listChanges,
  listIntegrationLogs,
  removeMember,
  replaceProvisionedUser,
  revokeApiKey,
  setProvisionedGroupRole,
  updateMember,
  updateProvisionedGroup,
} from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { updatePageContent } from "../../../content/src/client/routes.ts";
import { authenticateToken } from "../access/authorize.ts";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { createId } from "../common/create-id.ts";
import { person, setUpApi, testAddress } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { addMember, listMembershipsOf } from "../organizations/members.ts";
import { createApi } from "./create-api.ts";

describe.each(databaseKinds)("the open stream of a caller on %s", (kind) => {
  const { succeed, createContent, platform, publish } = setUpApi(kind);

  async function setUp() {
    const { organizationId, spaceId, pageId } = await createContent();
    const ownerId = createId("key");
    await addMember(platform(), organizationId, { id: ownerId, name: "Grace" }, "owner");
    const owner = person(ownerId, { [organizationId]: "owner" });
    let edits = 0;
    const edit = async () =>
      await succeed(owner, updatePageContent, {
        params: { spaceId, pageId },
        body: { markdown: `Edit ${(edits += 1)}` },
      });
    return { params: { organizationId }, owner, edit };
  }

  async function identify(caller: string): Promise<Principal> {
    if (caller === "admin") return { type: "admin" };
    if (caller.startsWith("pbk_")) return await authenticateToken(platform(), caller);
    const memberships = await listMembershipsOf(platform(), caller);
    return { type: "member", id: caller, name: "Ada", memberships };
  }

  const serve = (authenticate: () => Promise<Principal>) =>
    createApi(platform(), { onError: () => {}, authenticate });

  /** Opens a stream for an API key or the ID of a person, and returns a function that reads its next notice. */
  async function watch(caller: string, api = serve(() => identify(caller)), path: string = listChanges.path) {
    const request = new Request(`${testUrls.api}${path}`, {
      headers: { accept: "text/event-stream" },
    });
    const response = await api.fetch(request, { address: testAddress });
    const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return async () => {
      for (;;) {
        const { value = "", done = true } = (await chunks?.read()) ?? {};
        if (done) return "ended";
        if (value.startsWith("id: ")) return "notice";
      }
    };
  }

  it.each(["suspended", "removed"])("ends once a member is %s", async (how) => {
    const [{ params, owner, edit }, other] = [await setUp(), await setUp()];
    const userId = createId("key");
    for (const { organizationId } of [params, other.params])
      await addMember(platform(), organizationId, { id: userId, name: "Ada" }, "editor");
    const next = await watch(userId);
    await edit();
    expect(await next()).toBe("notice");
    await other.edit();
    expect(await next()).toBe("notice");
    const at = { params: { ...params, userId } };
    if (how === "removed") await succeed(owner, removeMember, at);
    else await succeed(owner, updateMember, { ...at, body: { suspended: true } });
    // An edit can cause more than one notice.
    await expect.poll(next).toBe("ended");
    // The person is still in the other organization.
    const again = await watch(userId);
    await other.edit();
    expect(await again()).toBe("notice");
  });

  /** Adds a provisioned member whose group makes them a developer. */
  async function provision() {
    const { params, owner, edit } = await setUp();
    const userId = createId("key");
    const userName = `${userId.toLowerCase()}@acme.example`;
    await addMember(
      platform(),
      params.organizationId,
      { id: userId, name: "Ada", email: userName },
      "reader",
    );
    const key = { name: "Identity provider", scopes: [provisioningScope] };
    const scim = String((await succeed(owner, createApiKey, { params, body: key }))["token"]);
    const user = await succeed(scim, createProvisionedUser, { params, body: { userName, active: true } });
    const provisionedUserId = String(user["id"]);
    const body = { displayName: "Developers", members: [provisionedUserId] };
    const group = await succeed(scim, createProvisionedGroup, { params, body });
    const at = { ...params, provisionedGroupId: String(group["id"]) };
    await succeed(owner, setProvisionedGroupRole, { params: at, body: { role: "developer" } });
    return { params, owner, edit, scim, userId, userName, provisionedUserId, at };
  }

  it("ends once the identity provider deactivates a member", async () => {
    const { params, edit, scim, userId, userName, provisionedUserId } = await provision();
    const next = await watch(userId);
    await edit();
    expect(await next()).toBe("notice");
    await succeed(scim, replaceProvisionedUser, {
      params: { ...params, provisionedUserId },
      body: { userName, active: false },
    });
    await expect.poll(next).toBe("ended");
  });

  it.each(["gets a lower role", "loses the member"])(
    "ends once the group that allowed it %s",
    async (how) => {
      const { params, owner, scim, userId, provisionedUserId, at } = await provision();
      const { name } = await publish(params.organizationId);
      const { logs } = platform();
      const path = listIntegrationLogs.path.replace("{integration}", name);
      const next = await watch(userId, undefined, path);
      const logAndRead = async () => {
        logs.write({ integration: name, version: 1, time: 0, kind: "log", level: "info", message: "secret" });
        await logs.flush();
        return await next();
      };
      expect(await logAndRead()).toBe("notice");
      if (how === "gets a lower role")
        await succeed(owner, setProvisionedGroupRole, { params: at, body: { role: "editor" } });
      else
        await succeed(scim, updateProvisionedGroup, {
          params: at,
          body: { removeMembers: [provisionedUserId] },
        });
      await expect.poll(logAndRead).toBe("ended");
    },
  );

  it("ends once an API key is revoked", async () => {
    const { params, owner, edit } = await setUp();
    const body = { name: "Host", role: "admin" };
    const { id, token } = await succeed(owner, createApiKey, { params, body });
    const next = await watch(String(token));
    await edit();
    expect(await next()).toBe("notice");
    await succeed(owner, revokeApiKey, { params: { ...params, keyId: String(id) } });
    await expect.poll(next).toBe("ended");
  });

  it("checks access once for streams with the same credentials", async () => {
    const { params, edit } = await setUp();
    const userId = createId("key");
    await addMember(platform(), params.organizationId, { id: userId, name: "Ada" }, "editor");
    let checks = 0;
    const api = serve(async () => {
      checks += 1;
      return await identify(userId);
    });
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(userId, api)));
    const opened = checks;
    await edit();
    expect(new Set(await Promise.all(streams.map((next) => next())))).toEqual(new Set(["notice"]));
    expect(checks - opened).toBe(1);
  });

  it("doesn't wait for the requests of its caller", async () => {
    const { params, edit } = await setUp();
    const userId = createId("key");
    await addMember(platform(), params.organizationId, { id: userId, name: "Ada" }, "editor");
    const slow = Promise.withResolvers<void>();
    let isSlow = false;
    const api = serve(async () => {
      if (isSlow) await slow.promise;
      return await identify(userId);
    });
    const next = await watch(userId, api);
    isSlow = true;
    const requests = Array.from({ length: 70 }, () =>
      api.fetch(new Request(`${testUrls.api}${listChanges.path}`), { address: testAddress }),
    );
    isSlow = false;
    await edit();
    expect(await next()).toBe("notice");
    slow.resolve();
    expect((await Promise.all(requests)).every(({ ok }) => ok)).toBe(true);
  });

  it("stays open while access can't be checked", async () => {
    const { params, edit } = await setUp();
    const userId = createId("key");
    await addMember(platform(), params.organizationId, { id: userId, name: "Ada" }, "editor");
    let failures = 0;
    const next = await watch(
      userId,
      serve(async () => {
        if (failures > 0) {
          failures -= 1;
          throw new PlatformError("unavailable", "The database is busy.");
        }
        return await identify(userId);
      }),
    );
    failures = 1;
    await edit();
    expect(await next()).toBe("notice");
    expect(failures).toBe(0);
  });

  it("stays open for the administrator when an organization is created", async () => {
    const { edit } = await setUp();
    const next = await watch("admin");
    await edit();
    expect(await next()).toBe("notice");
    const body = { title: "Acme", subdomain: createId("org").toLowerCase().replace("_", "-") };
    await succeed({ type: "admin" }, createOrganization, { body });
    expect(await next()).toBe("notice");
    await edit();
    expect(await next()).toBe("notice");
  });
});
