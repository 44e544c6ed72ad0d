import { createHmac } from "node:crypto";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import type { Target, TargetResponse } from "./start-target.ts";

const password = "correct horse battery";
const owner = { name: "Ada", email: "ada@example.com", password };
const clientId = { client_id: "plugboard-cli" };
const grant = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", ...clientId };
const deviceSchema = z.object({ device_code: z.string(), user_code: z.string() });
const factorSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()).min(2) });
const concurrency = 8;

interface Browser {
  readonly post: (path: string, body: object) => Promise<TargetResponse>;
  readonly get: (path: string) => Promise<TargetResponse>;
  /** Returns a browser with the same cookies. */
  readonly copy: () => Browser;
}

/** Reuses links, device codes and second factors, sequentially and concurrently. Each must work once. */
export async function replayCredentials(target: Target): Promise<AttackReport> {
  const breaches: string[] = [];
  let cases = 0;
  const expectOk = (what: string, { status, body }: TargetResponse): void => {
    if (status !== 200) throw new Error([`${what}: ${status} ${body}`, ...breaches].join("; before it, "));
  };
  /** Waits for concurrent requests, of which exactly `allowed` must succeed. */
  const attempt = async (what: string, allowed: number, requests: readonly Promise<TargetResponse>[]) => {
    const responses = await Promise.all(requests);
    cases += responses.length;
    const through = responses.filter(({ status }) => status < 400).length;
    // A rejection by a rate limit would prove nothing.
    const failed = responses.filter(({ status }) => status === 0 || status === 429 || status >= 500).length;
    if (through !== allowed || failed > 0)
      breaches.push(
        `${what}: ${through} of ${responses.length} succeeded (${responses.map(({ status }) => status).join(", ")})`,
      );
  };
  const times = <Result>(make: () => Result): Result[] => Array.from({ length: concurrency }, make);
  const newBrowser = (): Browser => createBrowser(target);

  const token = target.firstOwnerUrl?.split("#")[1];
  const first = times(() => newBrowser());
  const claims = first.map((browser) => browser.post("/auth/first-owner", { token, ...owner }));
  await attempt("the first owner's link", 1, claims);
  const ada = newBrowser();
  expectOk("sign-in", await ada.post("/auth/sign-in/email", owner));

  const askDevice = async () =>
    deviceSchema.parse(JSON.parse((await newBrowser().post("/auth/device/code", clientId)).body));
  const poll = (device_code: string) => newBrowser().post("/auth/device/token", { ...grant, device_code });
  const approve = (userCode: string) => ada.post("/auth/device/approve", { userCode });
  const approved = await askDevice();
  await attempt("a device code before it is approved", 0, [poll(approved.device_code)]);
  await attempt("a device approved without a session", 0, [
    newBrowser().post("/auth/device/approve", { userCode: approved.user_code }),
  ]);
  await ada.get(`/auth/device?user_code=${approved.user_code}`);
  expectOk("approval", await approve(approved.user_code));
  // Polls within the interval are rejected; concurrent ones count as one.
  await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  await attempt(
    "a device code, concurrently",
    1,
    times(() => poll(approved.device_code)),
  );
  await attempt("a device code again", 0, [poll(approved.device_code), approve(approved.user_code)]);
  const denied = await askDevice();
  await ada.get(`/auth/device?user_code=${denied.user_code}`);
  expectOk("denial", await ada.post("/auth/device/deny", { userCode: denied.user_code }));
  await attempt("a device that was denied", 0, [approve(denied.user_code), poll(denied.device_code)]);

  const enabled = await ada.post("/auth/two-factor/enable", { password });
  expectOk("two-factor", enabled);
  const { totpURI, backupCodes } = factorSchema.parse(JSON.parse(enabled.body));
  const setUpCode = totpOf(totpURI, 0);
  expectOk("set-up", await ada.post("/auth/two-factor/verify-totp", { code: setUpCode }));
  const challenge = async (): Promise<Browser> => {
    const browser = newBrowser();
    expectOk("password", await browser.post("/auth/sign-in/email", owner));
    return browser;
  };
  const verify = (browser: Browser, code: string) =>
    browser.post("/auth/two-factor/verify-totp", { code, trustDevice: true });
  await attempt("a code from the set-up", 0, [verify(await challenge(), setUpCode)]);
  const next = totpOf(totpURI, 1);
  const challenged = await Promise.all([challenge(), challenge(), challenge()]);
  await attempt(
    "a code, concurrently",
    1,
    challenged.map((browser) => verify(browser, next)),
  );
  await attempt("a code again", 0, [verify(await challenge(), next)]);
  const [backup = "", other = ""] = backupCodes;
  const recover = (browser: Browser, code: string) =>
    browser.post("/auth/two-factor/verify-backup-code", { code });
  const recovering = await Promise.all([challenge(), challenge(), challenge()]);
  await attempt(
    "a backup code, concurrently",
    1,
    recovering.map((browser) => recover(browser, backup)),
  );
  await attempt("a backup code again", 0, [recover(await challenge(), backup)]);
  const twice = await challenge();
  const copied = twice.copy();
  expectOk("a backup code", await recover(twice, other));
  await attempt("a challenge's cookie again", 0, [
    recover(copied, other),
    verify(copied, totpOf(totpURI, 1)),
  ]);
  return { name: "credentials used again", cases, breaches };
}

const pollMilliseconds = 5500;

let browsers = 0;

/** Creates a browser with its own address, so that limits per address don't apply. */
function createBrowser(target: Target, cookies: Map<string, string> = new Map()): Browser {
  browsers += 1;
  const address = `198.51.100.${browsers}`;
  const send = async (method: string, path: string, body?: object): Promise<TargetResponse> => {
    const response = await target.send(`${target.consoleUrl}${path}`, {
      method,
      headers: {
        origin: target.consoleUrl,
        "x-forwarded-for": address,
        "content-type": "application/json",
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    for (const cookie of [response.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    post: (path, body) => send("POST", path, body),
    get: (path) => send("GET", path),
    copy: () => createBrowser(target, new Map(cookies)),
  };
}

/** Returns the code of an authenticator app (RFC 6238), this many periods ahead. */
function totpOf(totpUri: string, ahead: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
