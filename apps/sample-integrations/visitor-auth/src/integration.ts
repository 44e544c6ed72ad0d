import { getSiteSigningSecrets } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { createRouter, type IntegrationContext } from "@plugboard/runtime";
import { SignJWT } from "jose";
import { authorizationUrl, discover, redeemCode } from "./provider.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { createSignIn, decryptSignIn, encryptSignIn } from "./sign-in.ts";

type Context = IntegrationContext<IntegrationTypes>;

const cookieName = "sign_in";

/**
 * Signs in visitors of restricted sites through an OpenID provider, with authorization code, PKCE and a verified
 * ID token.
 */
export const integration = createIntegration<IntegrationTypes>({
  fetch_visitor_authentication: async ({ location, action }, { environment }) => {
    if (action === "logout") return await logOut(environment.secrets.OIDC_ISSUER);
    // The browser must visit this page first, because a cookie needs a first-party request.
    const login = new URL(`${siteOf(environment).urls.publicEndpoint}/login`);
    login.searchParams.set("location", location);
    return Response.redirect(login.href, 303);
  },
  fetch: createRouter({ "/login": { GET: startSignIn }, "/callback": { GET: finishSignIn } }),
});

async function logOut(issuer: string): Promise<Response> {
  const { end_session_endpoint } = await discover(issuer);
  return end_session_endpoint === undefined
    ? new Response(null, { status: 204 })
    : Response.redirect(end_session_endpoint, 303);
}

async function startSignIn(request: Request, { environment }: Context): Promise<Response> {
  const site = siteOf(environment);
  const signIn = createSignIn(new URL(request.url).searchParams.get("location") ?? "");
  const provider = await discover(environment.secrets.OIDC_ISSUER);
  const to = await authorizationUrl(provider, {
    clientId: environment.secrets.CLIENT_ID,
    redirectUrl: `${site.urls.publicEndpoint}/callback`,
    signIn,
  });
  return redirect(
    to,
    await encryptSignIn(signIn, encryptionSecret(environment)),
    600,
    site.urls.publicEndpoint,
  );
}

async function finishSignIn(request: Request, { environment, api, log }: Context): Promise<Response> {
  const site = siteOf(environment);
  const { searchParams } = new URL(request.url);
  const signIn = await decryptSignIn(readCookie(request), encryptionSecret(environment));
  // The sign-in began in another browser, which has the cookie, or it expired.
  if (signIn === undefined || searchParams.get("state") !== signIn.state)
    return new Response(
      "This sign-in was started in another browser or took too long. Open the page again.",
      {
        status: 400,
      },
    );
  const code = searchParams.get("code");
  if (code === null)
    return new Response("You are not signed in because the provider denied access.", { status: 403 });
  const { OIDC_ISSUER, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = environment.secrets;
  const visitor = await redeemCode(await discover(OIDC_ISSUER), {
    client: { clientId, clientSecret },
    redirectUrl: `${site.urls.publicEndpoint}/callback`,
    code,
    signIn,
  });
  const { secrets } = await api.call(getSiteSigningSecrets, { params: { siteId: site.site } });
  const token = await new SignJWT({ ...visitor })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(`${site.configuration.session_hours ?? 8}h`)
    .sign(new TextEncoder().encode(secrets[0]?.secret));
  const page = pageOf(site.urls.published ?? "", signIn.location);
  page.searchParams.set("jwt_token", token);
  log.info("signed a visitor in", { site: site.site });
  return redirect(page.href, "", 0, site.urls.publicEndpoint);
}

function siteOf({ siteInstallation }: Context["environment"]) {
  if (siteInstallation === undefined) throw new Error("This request is not for a site");
  return siteInstallation;
}

/** Returns a secret that only this integration on this site has. */
function encryptionSecret({ signingSecrets }: Context["environment"]): string {
  const secret = signingSecrets?.siteInstallation;
  if (secret === undefined) throw new Error("The platform sent no signing secret for the site");
  return secret;
}

/**
 * Returns the requested page's URL. The path is untrusted, and the URL carries the token, so it must not lead
 * to another site.
 */
function pageOf(published: string, location: string): URL {
  const page = new URL(`${published}${location}`);
  return page.href.startsWith(published) ? page : new URL(published);
}

function redirect(location: string, cookie: string, maxAgeSeconds: number, endpoint: string): Response {
  const secure = endpoint.startsWith("https:") ? "; Secure" : "";
  return new Response(null, {
    status: 303,
    headers: {
      location,
      "cache-control": "no-store",
      "set-cookie": `${cookieName}=${cookie}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    },
  });
}

function readCookie(request: Request): string {
  const pairs = (request.headers.get("cookie") ?? "").split("; ");
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
}
