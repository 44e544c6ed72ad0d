import { createHmac } from "node:crypto";
import { configureGitSync, getGitSync } from "@plugboard/content/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createRepository } from "../../../../packages/content/src/git-sync/git-repository.fixture.ts";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { waitFor } from "../fixtures/wait-for.fixture.ts";

const bindingSchema = z.object({ lastSync: z.object({ state: z.string() }).optional() });

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "a push to the repository of a space, on %s",
  (kind) => {
    const { server, succeed, seeded } = setUpServer(kind, { git: "files" });

    it("is received at the space's hook, verified, and synced by the server", async () => {
      const { space } = seeded();
      const params = { spaceId: space };
      const repository = await createRepository();
      const hookSecret = "a-test-hook-secret";
      await succeed(configureGitSync, { params, body: { remote: repository.url, hookSecret } });
      const push = async (signature: string) => {
        const headers = { "x-hub-signature-256": `sha256=${signature}` };
        const hook = `${server().urls.public}/git/${space}`;
        return (await fetch(hook, { method: "POST", headers, body: "{}" })).status;
      };
      expect(await push("0".repeat(64))).toBe(401);
      expect(await push(createHmac("sha256", hookSecret).update("{}").digest("hex"))).toBe(202);
      const synced = await waitFor("the sync to end", async () => {
        const { lastSync } = bindingSchema.parse(await succeed(getGitSync, { params }));
        return lastSync;
      });
      expect(synced).toMatchObject({ state: "success" });
      expect(repository.log()).toHaveLength(1);
    });
  },
);
