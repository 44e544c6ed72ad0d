// A GitBook integration whose visitors sign in elsewhere and return with a token that it signed.
import {
  createIntegration,
  ExposableError,
  type FetchVisitorAuthenticationEventCallback,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";
import { Router } from "itty-router";

type DoorContext = RuntimeContext<RuntimeEnvironment<object, { client_id?: string; issuer?: string }>>;

const encode = (data: Uint8Array | string): string => Buffer.from(data).toString("base64url");

async function signToken(claims: object, secret: string): Promise<string> {
  const body = `${encode(JSON.stringify({ alg: "HS256", typ: "JWT" }))}.${encode(JSON.stringify(claims))}`;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [
    "sign",
  ]);
  return `${body}.${encode(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body))))}`;
}

const signIn: FetchVisitorAuthenticationEventCallback<DoorContext> = async (event, { environment }) => {
  const { siteInstallation } = environment;
  if (!siteInstallation?.configuration.issuer) throw new ExposableError("Not set up", 400);
  const url = new URL(`${siteInstallation.configuration.issuer}/authorize`);
  url.searchParams.set("client_id", siteInstallation.configuration.client_id ?? "");
  url.searchParams.set("redirect_uri", `${siteInstallation.urls.publicEndpoint}/response`);
  url.searchParams.set("state", `state-${siteInstallation.site}|${event.location ?? ""}`);
  return Response.redirect(url.toString());
};

export default createIntegration<DoorContext>({
  fetch: async (request, context) => {
    const { api, environment } = context;
    const { siteInstallation, installation } = environment;
    const router = Router({
      base: new URL(siteInstallation?.urls.publicEndpoint ?? "").pathname.replace(/\/$/, ""),
    });
    router.get("/response", async ({ query }) => {
      const location = String(query["state"]).split("|")[1] ?? "";
      const { data: site } = await api.orgs.getSiteById(
        installation!.target.organization,
        siteInstallation!.site,
      );
      const claims = { groups: ["staff"], exp: Math.floor(Date.now() / 1000) + 3600 };
      const secret = environment.signingSecrets.siteInstallation!;
      const url = new URL(`${site.urls.published}${location}`);
      url.searchParams.set("jwt_token", await signToken(claims, secret));
      await api.integrations.updateIntegrationSiteInstallation(
        environment.integration.name,
        installation!.id,
        siteInstallation!.site,
        {
          configuration: { ...siteInstallation!.configuration, client_id: "used" },
        },
      );
      return Response.redirect(url.toString());
    });
    return (await router.fetch(request)) ?? new Response("No such page", { status: 404 });
  },
  fetch_visitor_authentication: signIn,
});
