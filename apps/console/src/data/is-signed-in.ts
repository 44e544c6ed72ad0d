import { getSession } from "@plugboard/api/routes";
import { forgetEarlyRequests, requestEarly } from "./early-requests.ts";
import { frameOfHost } from "./embedded-page.ts";
import { isPortalPage } from "./portal-page.ts";

const url = `/v1${getSession.path}`;

/** Returns whether this browser has a session. Works without React and the API client, which load later. */
export async function isSignedIn(request: (url: string) => Promise<Response> = fetch): Promise<boolean> {
  // The embedding page passes a token, which the API checks.
  if (frameOfHost !== undefined) return true;
  try {
    const session: unknown = await (await request(url)).json();
    return Reflect.get(Object(session), "signedIn") === true;
  } catch {
    return false;
  }
}

/** Whether the browser has a session as the page opens. Asked before React has loaded. The portal has none. */
export const firstSession: Promise<boolean> = isPortalPage
  ? Promise.resolve(false)
  : isSignedIn(requestEarly).then((isValid) => {
      if (!isValid) forgetEarlyRequests();
      return isValid;
    });
