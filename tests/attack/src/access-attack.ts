import { createHmac } from "node:crypto";
import { provisioningScope } from "@plugboard/api";
import type { AnyOperation } from "@plugboard/api/contract";
import { signIn } from "@plugboard/api/routes";
import type { AttackReport } from "./attack-report.ts";
import { harmlessBody, table, urlOf } from "./requests-from-contract.ts";
import type { Scene } from "./set-up-scene.ts";

interface Credential {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Selects operations that the credential is allowed to call. */
  readonly mayCall?: ((operation: AnyOperation) => boolean) | undefined;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Calls every operation on the victim's resources with every insufficient credential. */
export async function attackAccess({ target, victim, attacker }: Scene): Promise<AttackReport> {
  const credentials = await forgeCredentials(target, victim["installationId"] ?? "", attacker);
  const breaches: string[] = [];
  let cases = 0;
  for (const operation of table) {
    const body = harmlessBody(operation);
    for (const { name, headers, mayCall = () => false } of credentials) {
      cases += 1;
      const { status } = await target.send(urlOf(target.consoleUrl, operation, victim), {
        method: operation.method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const isOpen = operation.access === "anyone" || mayCall(operation);
      if (status === 0 || status >= 500 || (status < 400 && !isOpen))
        breaches.push(`${operation.id} with ${name}: ${status}`);
    }
  }
  return { name: "operation × credential", cases, breaches, figures: `${table.length} operations` };
}

/** Returns credentials that don't allow access to the victim's resources. */
export async function forgeCredentials(
  target: Scene["target"],
  victimId: string,
  { installationToken, integrationToken, pollToken, scimToken, otherScimToken }: Scene["attacker"],
): Promise<Credential[]> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const [header = "", payload = "", signature = ""] = installationToken.split(".");
  const claims: object = JSON.parse(Buffer.from(payload, "base64url").toString());
  const stolen = JSON.parse(JSON.stringify(claims).replaceAll(/ins_\w+/g, victimId));
  const { body: keys } = await target.send(`${target.consoleUrl}/.well-known/jwks.json`);
  const unsigned = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(stolen)}`;
  const hmac = createHmac("sha256", keys).update(unsigned).digest("base64url");
  const session = await target.send(`${target.consoleUrl}/v1${signIn.path}`, {
    method: signIn.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: target.adminToken }),
  });
  const cookie = String(session.headers["set-cookie"]).split(";")[0] ?? "";
  const ofToken: Credential["mayCall"] = ({ access }) => access === "token";
  return [
    { name: "nothing", headers: {} },
    { name: "a made-up token", headers: bearer("pbk_made-up") },
    { name: "an empty token", headers: { authorization: "Bearer " } },
    { name: "a token without signature", headers: bearer(`${encode({ alg: "none" })}.${encode(stolen)}.`) },
    { name: "an altered token", headers: bearer(`${header}.${encode(stolen)}.${signature}`) },
    { name: "a token signed with the public key", headers: bearer(`${unsigned}.${hmac}`) },
    {
      name: "the administrator's session on another site",
      headers: { cookie, origin: "https://evil.example" },
      // Reading is harmless, because another site can't read the response.
      mayCall: ({ method }) => method === "GET",
    },
    { name: "another installation's token", headers: bearer(installationToken), mayCall: ofToken },
    { name: "another integration's token", headers: bearer(integrationToken), mayCall: ofToken },
    { name: "another endpoint's poll token", headers: bearer(pollToken) },
    {
      name: "the SCIM token",
      headers: bearer(scimToken),
      mayCall: ({ keyScope }) => keyScope === provisioningScope,
    },
    { name: "another organization's SCIM token", headers: bearer(otherScimToken) },
  ];
}
