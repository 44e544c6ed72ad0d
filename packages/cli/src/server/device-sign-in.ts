import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { CliError } from "../terminal/cli-error.ts";

/** A pending sign-in for the user to approve in a browser (RFC 8628). */
export interface DeviceSignIn {
  /** The approval page. */
  readonly url: string;
  /** The code that the approval page must also show. */
  readonly code: string;
  /** Waits for the approval. @throws CliError `unauthorized` if it is denied or times out */
  readonly token: (signal: AbortSignal) => Promise<string>;
}

const clientId = "plugboard-cli";

const codeSchema: z.ZodType<{
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}> = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri_complete: z.url(),
  expires_in: z.number(),
  interval: z.number(),
});

const tokenSchema: z.ZodType<{ readonly access_token?: string; readonly error?: string }> = z.object({
  access_token: z.string().min(1).exactOptional(),
  error: z.string().exactOptional(),
});

/** Begins a device sign-in; `undefined` if the server doesn't support it. @throws CliError `unreachable` */
export async function beginDeviceSignIn(origin: string): Promise<DeviceSignIn | undefined> {
  const response = await post(origin, "/auth/device/code", { client_id: clientId });
  const begun = codeSchema.safeParse(await readJson(response));
  if (!response.ok || !begun.success) return undefined;
  const { device_code, user_code, verification_uri_complete, expires_in, interval } = begun.data;
  return {
    url: verification_uri_complete,
    code: user_code,
    token: (signal) => waitForToken(origin, device_code, { interval, expires_in, signal }),
  };
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: "The sign-in was denied in the browser.",
  expired_token: "The sign-in was not approved in time.",
};

async function waitForToken(
  origin: string,
  device_code: string,
  {
    interval,
    expires_in,
    signal,
  }: { readonly interval: number; readonly expires_in: number; readonly signal: AbortSignal },
): Promise<string> {
  const body = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code,
    client_id: clientId,
  };
  const deadline = Date.now() + expires_in * 1000;
  for (let seconds = interval; Date.now() < deadline; ) {
    await sleep(seconds * 1000, undefined, { signal });
    const { access_token, error = "" } = tokenSchema
      .catch({})
      .parse(await readJson(await post(origin, "/auth/device/token", body)));
    if (access_token !== undefined) return access_token;
    if (error === "slow_down") seconds += 5;
    else if (error !== "authorization_pending")
      throw refused(refusals[error] ?? `The server responded with ${error || "an unknown error"}.`);
  }
  throw refused("The sign-in was not approved in time.");
}

function refused(message: string): CliError {
  return new CliError("unauthorized", message, { next: "Run `plugboard login` again." });
}

async function post(origin: string, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", origin };
  return await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(
    (cause: unknown) => {
      throw new CliError("unreachable", `${origin} cannot be reached.`, {
        next: "Check that the server is running and its URL is correct.",
        cause,
      });
    },
  );
}

async function readJson(response: Response): Promise<unknown> {
  return await response.json().catch(() => undefined);
}
