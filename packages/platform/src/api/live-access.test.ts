import { createApiKey, listChanges, removeMember, revokeApiKey, updateMember } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { updatePageContent } from "../../../content/src/client/routes.ts";
import { authenticateToken } from "../access/authorize.ts";
import { createId } from "../common/create-id.ts";
import { person, setUpApi, testAddress } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { addMember, listMembershipsOf } from "../organizations/members.ts";
import { createApi } from "./create-api.ts";

describe.each(databaseKinds)("the open stream of a caller on %s", (kind) => {
  const { succeed, createContent, platform } = setUpApi(kind);

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

  /** Opens a stream for an API key or the ID of a person, and returns a function that reads its next notice. */
  async function watch(caller: string) {
    const api = createApi(platform(), {
      onError: () => {},
      authenticate: async () =>
        caller.startsWith("pbk_")
          ? await authenticateToken(platform(), caller)
          : {
              type: "member",
              id: caller,
              name: "Ada",
              memberships: await listMembershipsOf(platform(), caller),
            },
    });
    const request = new Request(`${testUrls.api}${listChanges.path}`, {
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
});
