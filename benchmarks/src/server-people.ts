import { createApiClient } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import * as z from "zod";
import { adminToken, type ServerProcess } from "./server-process.ts";

/** People and programs of one organization that read and edit their own page. */
export interface Tenant {
  /** Edits the page in a member's session. @returns the response's status */
  readonly edit: (text: string) => Promise<number>;
  /** Reads the page in a member's session. */
  readonly read: () => Promise<number>;
  /** Reads the page with an API key. */
  readonly readWithKey: () => Promise<number>;
  /** Signs the member in again, or tries another address or password. */
  readonly signIn: (given?: { readonly email?: string; readonly password?: string }) => Promise<number>;
}

const password = "correct horse battery";
const made = z.looseObject({ id: z.string() });

/** Creates an organization with a space, a page, a signed-in member and an API key. */
export async function createTenant({ consoleUrl }: ServerProcess, name: string): Promise<Tenant> {
  const admin = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken });
  const { id: organizationId } = await admin.call(routes.createOrganization, {
    body: { title: name, subdomain: name },
  });
  const params = { organizationId };
  const { id: spaceId } = made.parse(
    await admin.call(contentRoutes.createSpace, { body: { organization: organizationId, title: name } }),
  );
  const page = await admin.call(contentRoutes.createPage, {
    params: { spaceId },
    body: { title: "Welcome" },
  });
  const { id: pageId } = made.parse(page);
  const key = await admin.call(routes.createApiKey, { params, body: { name, role: "reader" } });
  const ownEmail = `${name}@example.com`;
  const { token } = await admin.call(routes.createInvitation, {
    params,
    body: { email: ownEmail, role: "editor" },
  });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${consoleUrl}/auth${path}`, {
      method: "POST",
      headers: { origin: consoleUrl, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const accepted = await post("/invitations/accept", { token, name, password });
  if (!accepted.ok) throw new Error(`an invitation got ${accepted.status}: ${await accepted.text()}`);
  const cookie = accepted.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const call = async (
    { method, path }: { readonly method: string; readonly path: string },
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<number> => {
    const url = `${consoleUrl}/v1${path.replace("{spaceId}", spaceId).replace("{pageId}", pageId)}`;
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...init,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const session = { cookie, origin: consoleUrl };
  return {
    edit: (markdown) => call(contentRoutes.updatePageContent, session, { markdown }),
    read: () => call(contentRoutes.getPage, session),
    readWithKey: () => call(contentRoutes.getPage, { authorization: `Bearer ${key.token}` }),
    signIn: async (given) => {
      const response = await post("/sign-in/email", { email: ownEmail, password, ...given });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
