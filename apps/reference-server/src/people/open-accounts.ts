import { passkey } from "@better-auth/passkey";
import {
  type PlatformStorage,
  type PlatformUrls,
  type RateLimiter,
  type Settings,
  withoutTenantScope,
} from "@plugboard/platform";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { bearer, deviceAuthorization, genericOAuth, magicLink, twoFactor } from "better-auth/plugins";
import { isIP } from "node:net";
import { randomBytes } from "node:crypto";
import { type AgentAccessOptions, createAgentAccess } from "../agent-access/create-agent-access.ts";
import { disconnectAgents } from "../agent-access/disconnect-agents.ts";
import { readAgentGrant } from "../agent-access/agent-grants.ts";
import { agentResourceOf } from "../agent-access/agent-resource.ts";
import { refuseRevokedGrant } from "../agent-access/refuse-revoked-grant.ts";
import { publishMetadata } from "../agent-access/publish-metadata.ts";
import { visitorHeader } from "../http/visitor-header.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import type { Mailer, MailMessage } from "../mail/create-mailer.ts";
import { type Accounts, accountsPath, sessionTokenPrefix } from "./accounts.ts";
import { accountTables, pluginTables } from "./account-tables.ts";
import { passwordMail, signInMail } from "./account-mail.ts";
import { type AccountDialect, forgetExpired, migrateAccounts } from "./migrate-accounts.ts";
import type { FirstOwnerLink } from "./first-owner-link.ts";
import { maxPasswordLength, minPasswordLength } from "./account-schemas.ts";
import { checkPasskeyName } from "./check-passkey-name.ts";
import { createPeoplePlugin } from "./people-plugin.ts";
import { refuse } from "./refuse.ts";
import { refuseNullCharacters } from "./refuse-null-characters.ts";
import { magicLinkPath } from "./sign-in-hooks.ts";
import { checkIdentityProvider, discoveryUrlOf, type IdentityProvider } from "./identity-provider.ts";
import type { Organizations } from "./organizations.ts";

/** Options for `openAccounts`. */
export interface AccountsOptions {
  readonly database: PlatformStorage["database"];
  readonly dialect: AccountDialect;
  readonly settings: Settings;
  readonly urls: PlatformUrls;
  readonly rateLimiter: RateLimiter;
  readonly organizations: Organizations;
  readonly firstOwnerLink: FirstOwnerLink;
  /** Sends links by email. Without it, email links aren't offered. */
  readonly mailer?: Mailer | undefined;
  readonly identityProvider?: IdentityProvider | undefined;
  readonly fetchClientMetadata: AgentAccessOptions["fetchClientMetadata"];
  /** Returns whether a request is authenticated as the platform administrator. */
  readonly isAdministrator: (headers: Headers) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** The OAuth client ID of the CLI. */
const commandLineClient = "plugboard-cli";

const providerId = "oidc";
const metadataPath = "/.well-known/oauth-authorization-server";
const minuteSeconds = 60;
const daySeconds = 24 * 3600;
const hourMilliseconds = 3_600_000;

/** Opens the accounts in the platform's database and migrates their tables. */
export async function openAccounts({
  database,
  dialect,
  settings,
  urls,
  rateLimiter,
  organizations,
  firstOwnerLink,
  mailer,
  identityProvider,
  fetchClientMetadata,
  isAdministrator,
  onError,
}: AccountsOptions): Promise<Accounts> {
  const secret = await settings.getOrCreate("accounts-secret", async () =>
    randomBytes(32).toString("base64url"),
  );
  const { hostname, protocol } = new URL(urls.console);
  const secure = protocol === "https:";
  // In the background, because the mail server's response time would reveal whether an account exists.
  const send = (message: MailMessage): void => void mailer?.send(message).catch(onError);
  const hasAccount = async (email: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context;
    return (await internalAdapter.findUserByEmail(email.toLowerCase())) !== null;
  };

  // Runs in the background, like other mail. Opening the link proves the address, which is all a new account needs.
  const sendToProvisioned = async (address: string, url: string): Promise<void> => {
    const email = address.toLowerCase();
    if (!(await organizations.isProvisioned(email))) return;
    const { internalAdapter } = await auth.$context;
    const name = email.slice(0, email.indexOf("@"));
    await internalAdapter.createUser({ email, name, emailVerified: false }, { method: "magic-link" });
    send(signInMail({ email, url }));
  };

  const agents = createAgentAccess({
    database,
    consoleUrl: urls.console,
    organizations,
    fetchClientMetadata,
  });
  const options = {
    appName: "Plugboard",
    baseURL: urls.console,
    basePath: accountsPath,
    secret,
    trustedOrigins: [urls.console],
    database: { db: database, type: dialect },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Other errors than the library's own reach the caller of `fetch`.
    onAPIError: { errorURL: urls.console, throw: true },
    user: {
      ...accountTables.user,
      deleteUser: {
        enabled: true,
        beforeDelete: async (user) => await organizations.leaveAll(user).catch(refuse),
      },
      // Users vouched for by the provider still need an invitation.
      validateUserInfo: async ({ user, source: { action, method } }) => {
        if (action !== "create-user" || method !== "oauth") return undefined;
        const invited = user.emailVerified === true && (await organizations.isInvited(user.email ?? ""));
        return invited ? undefined : { error: "not_invited" };
      },
    },
    session: {
      ...accountTables.session,
      expiresIn: 7 * daySeconds,
      updateAge: daySeconds,
      freshAge: daySeconds,
    },
    account: {
      ...accountTables.account,
      encryptOAuthTokens: true,
      accountLinking: { enabled: true },
    },
    verification: { ...accountTables.verification, storeIdentifier: "hashed" },
    rateLimit: {
      enabled: true,
      customStorage: {
        consume: async (key, { window, max }) => {
          const policy = { name: "accounts", quota: max, windowSeconds: window };
          const { granted, retryAfterSeconds } = await rateLimiter.take(policy, key);
          return { allowed: granted, retryAfter: granted ? null : retryAfterSeconds };
        },
      },
      window: minuteSeconds,
      max: 200,
      customRules: {
        "/sign-in/email": { window: minuteSeconds, max: 10 },
        "/first-owner": { window: minuteSeconds, max: 10 },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        send(passwordMail({ email: user.email, url: `${urls.console}/new-password#${token}` })),
      onPasswordReset: async ({ user }, request) => {
        const { adapter } = await auth.$context;
        const address = request?.headers.get(visitorHeader) ?? undefined;
        await disconnectAgents(adapter, organizations, { personId: user.id }, { by: user, address });
      },
    },
    // Their responses contain session tokens; `/sessions` lists sessions without them.
    disabledPaths: [
      "/list-sessions",
      "/revoke-session",
      "/update-session",
      "/sign-up/email",
      ...agents.disabledPaths,
    ],
    advanced: {
      cookiePrefix: secure ? "__Host-plugboard" : "plugboard",
      // Set explicitly, because both default to off in tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // With the library's `__Secure-` prefix, another host on the same domain could set the cookies.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      cookies: { session_token: { attributes: { sameSite: "strict" } } },
      ipAddress: { ipAddressHeaders: [visitorHeader] },
      database: { validateSchema: false },
    },
    plugins: [
      refuseNullCharacters,
      checkPasskeyName,
      ...agents.plugins,
      bearer({ requireSignature: true }),
      magicLink({
        expiresIn: 10 * minuteSeconds,
        disableSignUp: true,
        storeToken: "hashed",
        sendMagicLink: async ({ email, url }) => {
          if (await hasAccount(email)) send(signInMail({ email, url }));
          else void sendToProvisioned(email, url).catch(onError);
        },
      }),
      requireAfterLinks(
        // Users of an identity provider have no password to enter.
        twoFactor({ allowPasswordless: true, schema: pluginTables.twoFactor }),
      ),
      passkey({
        rpID: hostname,
        origin: urls.console,
        // Passkeys must work without typing a user name.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        // A passkey counts as two factors: the device and its user verification.
        authentication: {
          afterVerification: async ({ verification }) => {
            if (verification.authenticationInfo.userVerified) return;
            throw new APIError("UNAUTHORIZED", {
              code: "USER_NOT_VERIFIED",
              message:
                "Your device didn’t verify your identity. Set up a PIN or fingerprint for its passkeys.",
            });
          },
        },
        schema: pluginTables.passkey,
      }),
      deviceAuthorization({
        expiresIn: "10m",
        verificationUri: `${urls.console}/device`,
        validateClient: (client) => client === commandLineClient,
        schema: pluginTables.deviceCode,
      }),
      genericOAuth({
        config:
          identityProvider === undefined
            ? []
            : [
                {
                  providerId,
                  name: identityProvider.name,
                  discoveryUrl: discoveryUrlOf(identityProvider),
                  requireIdTokenVerification: true,
                  clientId: identityProvider.clientId,
                  clientSecret: identityProvider.clientSecret,
                  scopes: ["openid", "email", "profile"],
                  pkce: true,
                },
              ],
      }),
      createPeoplePlugin({
        consoleUrl: urls.console,
        firstOwnerLink,
        organizations,
        rateLimiter,
        mailer,
        isAdministrator,
        methods: {
          emailLinks: mailer !== undefined,
          passkeys: isIP(hostname.replaceAll(/[[\]]/g, "")) === 0,
          providers: identityProvider === undefined ? [] : [{ id: providerId, name: identityProvider.name }],
          minPasswordLength,
        },
      }),
    ],
  } satisfies BetterAuthOptions;

  const auth = betterAuth(options);
  await migrateAccounts(database, dialect, options);
  await forgetExpired(database);
  // Not awaited: passwords work without the provider.
  if (identityProvider !== undefined) void checkIdentityProvider(identityProvider).catch(onError);
  const forgetting = setInterval(() => void forgetExpired(database).catch(onError), hourMilliseconds);
  return {
    close: async () => clearInterval(forgetting),
    fetch: async (request, visitor) => {
      const headers = new Headers(request.headers);
      const token = bearerTokenOf(headers);
      if (token !== undefined) headers.set("authorization", toAuthorization(token));
      headers.set(visitorHeader, visitor);
      // Withdrawn consents end subscriptions in the same statement, which only affects rows in scope.
      const response = await withoutTenantScope("signIn", () =>
        auth.handler(new Request(request, { headers })),
      ).catch((error: unknown) => refuseRevokedGrant(request, error));
      const isMetadata = response.ok && new URL(request.url).pathname.includes(metadataPath);
      return isMetadata ? await publishMetadata(response) : response;
    },
    identify: async (session) => {
      const current = await auth.api.getSession({
        headers: new Headers(
          "cookie" in session ? session : { authorization: toAuthorization(session.token) },
        ),
        query: { disableRefresh: "cookie" in session },
      });
      return current?.user;
    },
    renew: async (cookie) => {
      const { headers, response } = await auth.api.getSession({
        headers: new Headers({ cookie }),
        returnHeaders: true,
      });
      return { person: response?.user, setCookies: headers.getSetCookie() };
    },
    identifyAgent: async (token, organizationId) => {
      const { adapter, internalAdapter } = await auth.$context;
      const resource = agentResourceOf(urls.console, organizationId);
      const grant = await readAgentGrant(adapter, { token, resource, organizationId });
      const person = grant && (await internalAdapter.findUserById(grant.personId));
      if (grant === undefined || !person) return undefined;
      return { person, clientId: grant.clientId, scopes: grant.scopes };
    },
    signOut: async (cookie) => {
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
      return headers.getSetCookie();
    },
  };
}

/** Requires the second factor after an email link too. The library only requires it after a password. */
function requireAfterLinks<Plugin extends ReturnType<typeof twoFactor>>(plugin: Plugin): Plugin {
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      context.path === magicLinkPath || hook.matcher(context),
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

/** Returns a session token without its prefix, as better-auth expects it. */
function toAuthorization(token: string): string {
  return `Bearer ${token.startsWith(sessionTokenPrefix) ? token.slice(sessionTokenPrefix.length) : token}`;
}
