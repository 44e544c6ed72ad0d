import { createApiKey, listAuditEntries, listEvents, requestSupportAccess } from "@plugboard/api/routes";
import { getPageContent, getPageDraft } from "@plugboard/content/routes";
import { atNight } from "@plugboard/test-postgres";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { connectAgent, postToAgentEndpoint } from "../fixtures/connect-agent.fixture.ts";
import { pathOf } from "../fixtures/set-up-server.fixture.ts";
import { setUpAgents } from "../fixtures/set-up-agents.fixture.ts";

const draftSchema = z.object({ title: z.string(), markdown: z.string(), version: z.string() });
const readingTools = ["getPageContent", "getPageDraft", "listPageDrafts", "listPages", "listSpaces"];

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "MCP endpoints for reading pages and writing drafts on %s",
  (kind) => {
    const { origin, seeded, succeed, connect, createEditor, otherOrganization } = setUpAgents(kind);
    const contentOf = (organizationId = seeded().organization) => `${origin()}/mcp/${organizationId}/content`;
    const page = () => ({ spaceId: seeded().space, pageId: seeded().page });

    beforeAll(async () => {
      const params = { organizationId: seeded().organization };
      await succeed(requestSupportAccess, { params, body: { reason: "Tests." } });
    });

    it("save a person's private draft, never over a version that the agent hasn't read", async () => {
      const { person } = await createEditor("Bea");
      const { access_token: token } = await connect(person);
      const agent = await connectAgent(contentOf(), token, "accept");
      expect(await agent.listNames()).toEqual(["createPage", ...readingTools, "savePageDraft"]);
      expect(agent.client.getInstructions()).toContain("review and publish");
      expect(JSON.stringify(await agent.succeed("listSpaces"))).toContain(seeded().space);
      expect(JSON.stringify(await agent.succeed("listPages", { spaceId: page().spaceId }))).toContain(
        page().pageId,
      );
      const published = await agent.succeed("getPageContent", page());
      const { title, revisionId } = z.object({ title: z.string(), revisionId: z.string() }).parse(published);
      const save = { ...page(), title, revisionId };
      const events = await succeed(listEvents, { query: { organization: seeded().organization } });

      const first = draftSchema.parse(await agent.succeed("savePageDraft", { ...save, markdown: "One" }));
      expect(agent.asked).toEqual([expect.stringMatching(/^Save the caller's draft.*"markdown":"One"/)]);
      // Bea writes in her editor.
      const path = pathOf(getPageDraft, { params: page() });
      expect(await person.get(path)).toMatchObject({ body: { draft: { markdown: "One" } } });
      expect(await agent.fail("savePageDraft", { ...save, markdown: "Two" })).toContain("Read it");
      const second = draftSchema.parse(
        await agent.succeed("savePageDraft", { ...save, markdown: "Two", ifMatch: first.version }),
      );
      expect(await agent.fail("savePageDraft", { ...save, markdown: "3", ifMatch: first.version })).toContain(
        "Read it",
      );
      expect(await agent.succeed("getPageDraft", page())).toMatchObject({ draft: second });
      expect(second.markdown).toBe("Two");

      const query = { organization: seeded().organization, operation: "savePageDraft" };
      const entries = JSON.stringify(await succeed(listAuditEntries, { query }));
      expect(entries).toContain(page().pageId);
      expect(entries).not.toContain("Two");
      expect(await succeed(getPageContent, { params: page() })).toEqual(published);
      expect(await succeed(listEvents, { query: { organization: seeded().organization } })).toEqual(events);
    });

    it("save nothing after the person declines", async () => {
      const { person } = await createEditor("Cleo");
      const { access_token: token } = await connect(person);
      const declining = await connectAgent(contentOf(), token, "decline");
      const draft = { ...page(), title: "Hello", revisionId: "rev_1", markdown: "Unwanted" };
      expect(await declining.fail("savePageDraft", draft)).toContain("declined");
      expect(await declining.succeed("getPageDraft", page())).toEqual({});
    });

    it("add pages without text, which sites don't show", async () => {
      const { person } = await createEditor("Finn");
      const { access_token: token } = await connect(person);
      const agent = await connectAgent(contentOf(), token, "accept");
      const page = { spaceId: seeded().space, title: "Install" };
      expect(await agent.fail("createPage", { ...page, markdown: "# Install" })).toContain("markdown");
      expect(await agent.succeed("createPage", page)).toMatchObject({ title: "Install", characters: 0 });
    });

    it("tell a writing agent which scope it lacks", async () => {
      const { person } = await createEditor("Dana");
      const { access_token: token } = await connect(person, {
        answer: { scope: "space:content:read offline_access" },
      });
      const agent = await connectAgent(contentOf(), token, "accept");
      expect(await agent.listNames()).toEqual(readingTools);
      const lacking = await postToAgentEndpoint(contentOf(), token, "tools/call", {
        name: "savePageDraft",
        arguments: page(),
      });
      expect([lacking.status, lacking.headers.get("www-authenticate")]).toEqual([
        403,
        expect.stringMatching(
          /^Bearer error="insufficient_scope".*scope="space:content:read space:content:write"$/,
        ),
      ]);
      const { access_token: operator } = await connect(person, {
        answer: { scope: "organization:deliveries:read offline_access" },
      });
      expect((await postToAgentEndpoint(contentOf(), operator, "tools/list")).status).toBe(403);
    });

    it("refuse strangers and hide other organizations", async () => {
      const anonymous = await fetch(contentOf(), { method: "POST", body: "{}" });
      expect([anonymous.status, anonymous.headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringContaining('scope="space:content:read space:content:write"'),
      ]);
      const params = { organizationId: seeded().organization };
      const created = await succeed(createApiKey, { params, body: { name: "Reader", role: "reader" } });
      const { token } = z.object({ token: z.string() }).parse(created);
      const reader = await connectAgent(contentOf(), token, "accept");
      expect(await reader.listNames()).toEqual(["getPageContent", "listPages", "listSpaces"]);
      expect((await postToAgentEndpoint(contentOf(otherOrganization()), token, "tools/list")).status).toBe(
        404,
      );
      const { person } = await createEditor("Eve", otherOrganization());
      const { access_token: foreign } = await connect(person, { organizationId: otherOrganization() });
      const stranger = await connectAgent(contentOf(otherOrganization()), foreign, "accept");
      for (const name of ["getPageContent", "getPageDraft"])
        expect(await stranger.fail(name, page())).toContain("There is no");
      const draft = { ...page(), title: "Hello", revisionId: "rev_1", markdown: "Taken over" };
      expect(await stranger.fail("savePageDraft", draft)).toContain("There is no");
    });
  },
);
