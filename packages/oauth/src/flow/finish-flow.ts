import type { IntegrationTypes } from "@plugboard/api";
import { addressOf, checkArrival, checkIssuer, readCode, readState } from "./authorization-response.ts";
import { type CredentialOwner, ownedInstallations } from "../settings/credential-owner.ts";
import { runExtractCredentials } from "./run-extract-credentials.ts";
import { type Flow, flowLifetimeSeconds, decryptFlow } from "./flow.ts";
import { flowCookie, readFlowCookie } from "./flow-cookie.ts";
import { flowKey } from "./flow-key.ts";
import type { FlowSetting } from "./flow-setting.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { exchangeCode } from "../provider/token-endpoint.ts";

/**
 * Finishes a flow: checks the redirect, exchanges the code, and stores the credentials in the installation
 * that started the flow. The state is checked before all other parameters, including `error`.
 *
 * @param url - the URL of the provider's redirect
 * @returns the installation that started the flow
 * @throws OAuthError without storing anything
 */
export async function finishFlow<T extends IntegrationTypes>(
  setting: FlowSetting<T>,
  url: URL,
  cookieHeader: string | null,
): Promise<CredentialOwner> {
  const { config, ports } = setting;
  const flow = await findFlow(setting, url, cookieHeader);
  checkIssuer(flow, url.searchParams);
  const { state, redirectURL, verifier } = flow;
  const tokens = await exchangeCode(
    { accessTokenURL: new URL(flow.accessTokenURL), issuer: flow.issuer, config, ports },
    { code: readCode(url.searchParams), state, redirectURL, verifier },
  );
  const extracted = await runExtractCredentials(config.extractCredentials, tokens);
  await ports.credentialStore.write(flow.owner, extracted);
  return flow.owner;
}

/** Returns the flow of a redirect and marks it as used. */
async function findFlow<T extends IntegrationTypes>(
  { config, context: { environment }, ports }: FlowSetting<T>,
  url: URL,
  cookieHeader: string | null,
): Promise<Flow> {
  const state = readState(url.searchParams);
  const cookie = await flowCookie(url, state);
  const encrypted = readFlowCookie(cookie, cookieHeader);
  if (encrypted === undefined) {
    throw new OAuthError("state_unknown", "The flow was not started in this browser, or has already ended.");
  }
  const flow = await decryptFlow(encrypted, await flowKey(config), ports.now());
  checkArrival(flow, {
    state,
    address: addressOf(url),
    integration: environment.integration.name,
    clientId: config.clientId,
    installation: ownedInstallations(environment)[0]?.owner.installation,
  });
  const expiresAt = ports.now() + flowLifetimeSeconds * 1000;
  if (!(await ports.replayGuard.claim(cookie.name, expiresAt, ports.now()))) {
    throw new OAuthError("state_reused", "This redirect was already used.");
  }
  return flow;
}
