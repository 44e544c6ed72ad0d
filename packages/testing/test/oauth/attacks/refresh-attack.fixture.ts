import type { OAuthErrorCode } from "@plugboard/oauth";
import type { ProviderMode } from "../../../src/oauth-provider/provider-mode.ts";
import { createOAuthWorld } from "../oauth-world.fixture.ts";
import { findLeaks } from "./leaks.fixture.ts";

/** A provider that misbehaves during a refresh, and the integration's expected error. */
export interface RefreshAttack {
  readonly mode: ProviderMode;
  readonly code: OAuthErrorCode;
}

export const refreshAttacks: readonly RefreshAttack[] = [
  { mode: "error_in_success", code: "needs_reauth" },
  { mode: "ok_false", code: "token_refused" },
  { mode: "ok_false_with_token", code: "token_refused" },
  { mode: "echoing_secrets", code: "token_refused" },
  { mode: "html", code: "response_invalid" },
  { mode: "empty", code: "response_invalid" },
  { mode: "unknown_token_type", code: "response_invalid" },
  { mode: "server_error", code: "provider_unreachable" },
  { mode: "huge_body", code: "response_too_large" },
  { mode: "hanging", code: "provider_timeout" },
  { mode: "hanging_body", code: "provider_timeout" },
  { mode: "redirecting", code: "provider_redirected" },
  { mode: "broken_connection", code: "provider_unreachable" },
];

/** The outcome of a refresh under attack. */
export interface RefreshOutcome {
  readonly status: number;
  readonly code: unknown;
  /** Whether the credentials are unchanged, except for the mark that the user must reconnect. */
  readonly isKept: boolean;
  readonly isMarked: boolean;
  readonly leaks: readonly string[];
  readonly strangerRequests: number;
}

/** Returns the expected outcome. */
export function expectedRefresh({ code }: RefreshAttack): RefreshOutcome {
  const isMarked = code === "needs_reauth";
  // Users can fix this by reconnecting, so they see the error.
  const status = isMarked ? 409 : 500;
  return { status, code, isKept: true, isMarked, leaks: [], strangerRequests: 0 };
}

/** Connects to an honest provider, which then misbehaves during the refresh. */
export async function runRefreshAttack({ mode, code }: RefreshAttack): Promise<RefreshOutcome> {
  const isHanging = code === "provider_timeout";
  const world = createOAuthWorld({ config: isHanging ? { timeoutMilliseconds: 50 } : {} });
  await world.connect();
  const before = await world.stored();
  world.advance(3600);
  world.provider.behave(mode);
  const { status, text, logs } = await world.host.emit("site_view");
  const { needs_reauth = false, ...after } = await world.stored();
  return {
    status,
    code: logs[0]?.fields.code ?? Object(logs[0]?.fields.error).code,
    isKept: JSON.stringify(after) === JSON.stringify(before),
    isMarked: needs_reauth === true,
    leaks: findLeaks(world, text),
    strangerRequests: world.strangerRequests.length,
  };
}
