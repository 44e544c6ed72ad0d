import type { ApiErrorCode, ErrorCode } from "@plugboard/api/client";
import type { EventError } from "@plugboard/api/schemas";
import type { ComponentErrorCode } from "@plugboard/components";
import type { ManifestErrorCode } from "@plugboard/manifest";
import type { OAuthErrorCode } from "@plugboard/oauth";
import type { PlatformErrorCode } from "@plugboard/platform";
import type { IntegrationErrorCode } from "@plugboard/runtime";
import type { EnvelopeErrorCode } from "@plugboard/runtime/envelope";
import type { ScriptRunnerErrorCode } from "@plugboard/script-runner";
import type { AttemptErrorCode, DeliveryErrorCode } from "@plugboard/webhook-delivery";
import type { WebhookReceiverErrorCode } from "@plugboard/webhook-receiver";
import type { SignatureErrorCode } from "@plugboard/webhook-signer";
import type { CliErrorCode } from "../../packages/cli/src/terminal/cli-error.ts";
import type { ServerErrorCode } from "../../apps/reference-server/src/settings/server-error.ts";

/** An error's cause and fix. */
export type CauseAndFix = readonly [cause: string, fix: string];

/** Has exactly the codes of a union, checked by the compiler. */
type Table<Code extends string> = Readonly<Record<Code, CauseAndFix>>;

export const apiErrors: Table<ErrorCode> = {
  callback_failed: [
    "The callback URL did not answer the challenge",
    "Respond to the verification request with its `challenge`; `problems` has the reason",
  ],
  conflict: ["The current state does not allow it", "Read the resource again; `detail` names the conflict"],
  expunged: ["Its content was deleted", "Only metadata is left"],
  forbidden: [
    "The caller's role or scopes do not allow it",
    "Ask for another role, or add the scope to the manifest and get consent",
  ],
  integration_failed: [
    "The integration's response was invalid",
    "Check its log: `plugboard tail`, or *Logs* in the console",
  ],
  integration_unreachable: ["The integration did not respond in time", "Check its URL and host"],
  internal: [
    "An internal error in the platform",
    "Try again; report the `Request-Id` and the time to the platform's operator",
  ],
  invalid_configuration: [
    "The settings do not match the manifest",
    "Fix each entry in `problems`; `path` names the setting",
  ],
  invalid_manifest: ["The manifest has problems", "Run `plugboard check` to see them with line numbers"],
  invalid_request: ["Parts of the request are invalid", "Fix each entry in `problems`"],
  misdirected: [
    "The host is not configured on the server",
    "Use `PLUGBOARD_PUBLIC_URL`, or let the proxy pass the host",
  ],
  not_found: [
    "The resource does not exist, or is hidden from the caller",
    "Check the ID, and that the token belongs to the same organization",
  ],
  payload_too_large: ["The body exceeds the limit in `detail`", "Split it into several requests"],
  precondition_failed: [
    "The resource changed since the version in `If-Match`",
    "Read it again, reapply the change, and send its `ETag`",
  ],
  rate_limited: ["A quota is exhausted", "Wait for the time in `Retry-After`"],
  second_factor_required: [
    "The organization requires two-factor authentication",
    "Set it up in the console under your account; API keys don't need it",
  ],
  support_access_required: [
    "The platform administrator has no support access to the organization",
    "Run `plugboard request-access` with a reason, or request it in the console. The audit log records it",
  ],
  unauthorized: [
    "There is no valid token or session",
    "Send `Authorization: Bearer …`; sign in again if it has expired",
  ],
  unavailable: ["The database is busy, full or unavailable", "Try again after `Retry-After`"],
  unsupported_media_type: ["The body is not JSON", "Send `Content-Type: application/json`"],
};

export const clientErrors: Table<Exclude<ApiErrorCode, ErrorCode>> = {
  invalid_parameter: ["A path parameter is empty or contains reserved characters", "Pass the ID unchanged"],
  no_token: ["The client was created without a token", "Pass a token, or call only public operations"],
  network: ["The connection failed or was interrupted", "Try again; see `cause`"],
  timeout: [
    "There was no response in time",
    "Try again; creating with an `Idempotency-Key` is safe to repeat",
  ],
  aborted: ["The caller's signal aborted the call", "None needed"],
  bad_response: ["The response did not come from the platform", "Check the base URL and any proxies"],
};

export const eventErrors: Table<EventError["code"]> = {
  invalid_event: [
    "A field of the event is missing or has the wrong type",
    "`path` names the field; compare it with the event catalog",
  ],
};

export const signatureErrors: Table<SignatureErrorCode> = {
  header_missing: [
    "The request has no signature header",
    "Check whether a proxy removes it; other senders don't set it",
  ],
  timestamp_missing: ["The header has no `t`", "Pass the header unchanged"],
  timestamp_invalid: [
    "`t` contains characters other than digits, or appears twice",
    "Pass the header unchanged; sign with Unix seconds",
  ],
  timestamp_too_old: ["It was signed too long ago", "Check this machine's clock; sign every attempt again"],
  timestamp_in_future: ["By this machine's clock, it was signed in the future", "Check this machine's clock"],
  signature_missing: [
    "The header has no signature of the secret's kind",
    "Use the secret for this kind of signature",
  ],
  signature_malformed: ["No signature has a valid encoding and length", "Pass the header unchanged"],
  signature_mismatch: [
    "The secret or the body is different",
    "Compare the secret with the endpoint's; use the raw body",
  ],
  body_reserialized: ["The body was parsed and serialized again", "Verify before any JSON middleware"],
  secret_has_whitespace: ["The secret has leading or trailing white space", "Trim the stored value"],
  wrong_secret: [
    "The secret is quoted, decoded or lacks its prefix",
    "Use it as it was shown, including `whsec_`",
  ],
  secret_missing: ["The secret is missing", "Set its environment variable"],
  secret_invalid: ["The secret has an invalid format", "Copy it again"],
  body_not_raw: ["The body is an object", "Pass the request's text or bytes"],
  option_invalid: ["An option is out of range", "See the message; times are in seconds"],
};

export const receiverErrors: Table<WebhookReceiverErrorCode> = {
  signature_invalid: ["The signature is invalid", "`cause.code` is one of the signer's codes"],
  secret_unknown: [
    "The lookup function returned no secret",
    "Add the endpoint's secret; otherwise the webhook is not for you",
  ],
  body_too_large: ["The body exceeds `maxBodyBytes`", "Raise it"],
  body_unreadable: ["The connection failed before the body was complete", "None needed: it is retried"],
  body_consumed: [
    "Other middleware read the body before the receiver",
    "Mount the receiver before body parsers",
  ],
  body_not_json: ["The signed body is not JSON", "Find out who else signs with this secret"],
  event_invalid: ["The event does not match its type", "Update the package; compare with the event catalog"],
  event_in_progress: [
    "A copy of the event is still being handled",
    "None needed: it is retried. Do slow work after the response",
  ],
  handler_failed: ["Your handler threw", "See `cause`; the event is retried"],
  background_failed: ["A `waitUntil` promise was rejected", "See `cause`; the work is not retried"],
  dedupe_failed: ["The event ID store failed", "See `cause`; check its database"],
  configuration_invalid: [
    "The receiver's options are invalid",
    "See `cause`; most often the secret is missing",
  ],
};

export const deliveryErrors: Table<DeliveryErrorCode> = {
  endpoint_not_found: ["The endpoint does not exist", "It may have been deleted; list the endpoints"],
  endpoint_exists: ["The endpoint ID is taken", "Choose another ID, or update the endpoint"],
  invalid_endpoint: ["A part of the endpoint is invalid", "`part` names it"],
  not_polling: [
    "The endpoint is not a polling endpoint",
    "Create one with `polling` for a consumer that polls",
  ],
  delivery_not_found: ["The delivery does not exist", "Retention may have deleted it"],
  recovery_not_found: ["The recovery does not exist", "List the endpoint's recoveries"],
  recovery_running: ["The endpoint has a running recovery", "Wait for it or cancel it"],
  invalid_event: ["The event is invalid, or not in the catalog", "The message names the field"],
  event_conflict: ["The ID exists with another type or body", "Use a unique ID for each event"],
  event_expunged: ["The event's body was deleted", "It can't be resent; enqueue a new event"],
  invalid_query: ["A filter or cursor is invalid", "Pass cursors unchanged"],
  invalid_option: ["An option is out of range", "See the message"],
  no_transaction: [
    "`publishInTransaction` was called outside a transaction",
    "Begin one with the same connection",
  ],
  schema_too_new: [
    "The tables were migrated by a newer version",
    "Run that version, or restore an earlier backup",
  ],
  deliveries_unseen: [
    "The database lost a write, so workers missed some due deliveries. The engine found them and is sending them.",
    "Check the database's version and log. On Citus, use 12.1 or newer.",
  ],
  unavailable: ["The database is unreachable or full", "Try again; see `cause`"],
};

export const attemptErrors: Table<AttemptErrorCode> = {
  invalid_url: [
    "Not an absolute http(s) URL, or it contains a password",
    "Correct the endpoint's URL; the delivery is not retried",
  ],
  insecure_url: ["Plain HTTP to a host outside the allowed networks", "Use https, or allow the network"],
  blocked_address: ["The host resolves to an internal address", "Allow the network if this is intended"],
  invalid_request: ["A header or the body is invalid", "Correct the endpoint's headers"],
  dns_failed: ["The hostname does not resolve", "Check the name or the resolver"],
  connection_refused: ["The connection was refused", "Start the receiver"],
  connection_failed: ["The connection failed for another reason", "Check routes and firewalls"],
  tls_failed: ["The TLS handshake failed", "Renew the certificate, including its chain"],
  timeout: ["The request timed out; the message names the phase", "Respond first, then do slow work"],
  connection_reset: [
    "The connection ended before the response was complete",
    "Check the logs of the receiver and its proxy",
  ],
  invalid_response: ["The response is not HTTP", "Check the port"],
  headers_too_large: ["The response headers exceed the limit", "Send fewer"],
  aborted: ["The sender was closed", "None needed: it is retried"],
  authentication_failed: [
    "The endpoint's authorization server issued no token",
    "Check the endpoint's client ID and secret",
  ],
  transformation_failed: [
    "The integration created no payload for an endpoint with `transform`",
    "Check the integration's log, and publish a fixed version",
  ],
  send_failed: ["Your `send` threw", "Return a result for every outcome"],
  expired: ["The delivery was older than `maxAgeMilliseconds`", "Recover it if it is still relevant"],
};

export const manifestErrors: Table<ManifestErrorCode> = {
  invalid_manifest: ["The manifest has errors", "`issues` lists them with line numbers"],
  missing_variables: [
    "Environment variables used in secrets are not set",
    "Set them in `variables` or in `.env`",
  ],
  unknown_environment: ["The manifest has no such environment", "Add it to `envs`"],
  impossible_edit: ["An edit does not match the manifest's content", "The message names the location"],
  unreadable_file: ["The file does not exist", "Check the path and permissions"],
};

export const componentErrors: Table<ComponentErrorCode> = {
  invalid_definition: ["An argument of `createComponent` is invalid", "See the message"],
  invalid_cache: ["The argument of `setCache` is invalid", "Pass whole seconds"],
  unknown_element: ["The element does not exist", "See the [elements](elements.md)"],
  unknown_attribute: ["The attribute does not exist", "See the [elements](elements.md)"],
  missing_attribute: ["A required attribute is missing", "`path` names the location"],
  invalid_value: [
    "A value has the wrong type, or an element is not allowed here",
    "`path` names the location",
  ],
  unknown_action: [
    "The name starts with `@` but is not a built-in action",
    "Choose another name for the action",
  ],
  unsafe_url: ["A URL is relative or has a forbidden protocol", "Use https:"],
  not_json: ["A prop is a function, a class instance or `NaN`", "Pass plain data"],
  cyclic: ["A value contains itself", "Pass plain data"],
  too_deep: ["The tree is deeper than `treeLimits` allows", "Flatten it"],
  too_large: ["The tree is larger than `treeLimits` allows", "Render less; load more on an action"],
  invalid_response: [
    "`dispatch` did not resolve to a component's response",
    "Return the platform's response unchanged",
  ],
  unsupported_action: [
    "The host page does not support the component's action",
    "Pass a handler for it to the session",
  ],
  refused_url: ["The host page does not allow the URL", "Use a URL that the page allows"],
};

export const oauthErrors: Table<OAuthErrorCode> = {
  configuration_invalid: ["A URL or setting is insecure", "See the message; endpoints must use https"],
  request_invalid: ["The handler was called by neither a browser nor the provider", "Start from the button"],
  installation_missing: [
    "A flow was started outside of an installation",
    "Start it at the installation's public endpoint",
  ],
  state_missing: ["The redirect has no state", "Start again; check whether the provider drops it"],
  state_unknown: ["The flow was not started on this server", "Start again"],
  state_expired: ["The flow took more than ten minutes", "Start again"],
  state_mismatch: ["Another browser or installation started it", "Finish in the window where it started"],
  state_reused: [
    "The redirect was opened twice",
    "None needed if the first time succeeded; otherwise start again",
  ],
  issuer_missing: ["The provider advertises `iss` but did not send it", "Check `issuer`"],
  issuer_mismatch: ["Another authorization server redirected here", "Check `issuer`; this can be an attack"],
  provider_denied: ["The provider or the user denied access", "Start again and allow access"],
  provider_unreachable: ["The provider is unreachable", "Try again"],
  provider_timeout: ["The provider did not respond in time", "Try again"],
  provider_redirected: ["The token endpoint redirected", "Correct `accessTokenURL`"],
  response_too_large: ["The provider's response exceeds the limit", "Check `accessTokenURL`"],
  response_invalid: ["The provider's response is not a token response", "Check `accessTokenURL`"],
  token_refused: [
    "The provider rejected the token request",
    "See `providerError`; check the client and the redirect URL",
  ],
  credentials_invalid: ["`extractCredentials` threw or returned nothing", "Return `configuration` from it"],
  storage_failed: ["The credentials could not be read or stored", "Try again"],
  not_connected: ["There are no credentials yet", "Connect the account in the settings"],
  needs_reauth: ["The credentials can no longer be refreshed", "Connect the account again"],
  refresh_busy: ["Another process held the refresh lock too long", "Try again"],
};

export const integrationErrors: Table<IntegrationErrorCode | EnvelopeErrorCode> = {
  rejected: ["A handler threw `IntegrationError`", "The message comes from the author"],
  unauthorized: [
    "The request is not signed by the platform",
    "Compare the signing secrets; send requests through the platform",
  ],
  unsupported_version: [
    "The path names an unsupported version of the envelope",
    "Update `@plugboard/runtime`",
  ],
  duplicate_step: ["Two steps of a task have the same name", "Give each step its own name"],
  task_continues: [
    "A task used half of its request's time",
    "None needed: the platform resends the task, and it continues after its last step",
  ],
  unhandled_event: [
    "The integration has no handler for the event",
    "Add one, or remove the scope that enables it",
  ],
  unknown_component: ["The component does not exist", "Pass it in `components`"],
  unknown_tool: ["The tool does not exist", "Pass it in `tools`"],
  event_in_progress: ["A copy of the event is being handled", "None needed: it is retried"],
  malformed: ["The request is not an envelope", "Only the platform calls this path"],
  too_large: ["The envelope exceeds its limit", "Raise the limit, or send less"],
};

export const scriptErrors: Table<ScriptRunnerErrorCode> = {
  script_refused: [
    "A syntax error, an exception at the top level, or a slow start",
    "The log has the location; publish a fixed version",
  ],
  script_stopped: ["It exceeded its memory or time limit", "Do less in one request; use tasks"],
  script_unknown: ["It was retired while the request was queued", "None needed: the new version gets it"],
  script_unavailable: ["It is backing off after failures, or its queue is full", "Check its log"],
  runner_unavailable: [
    "The sandbox process cannot be started",
    "Check the server's log; `workerd` must be installed",
  ],
  runner_lost: ["The sandbox process crashed", "None needed: it is restarted"],
  invalid_option: ["An option is invalid", "See the message"],
  wrong_hash: ["The stored bundle has a different hash", "Publish again"],
  runner_closed: ["The server is stopping", "None needed: another server takes over"],
};

const serverErrors: Table<ServerErrorCode> = {
  invalid_variable: ["An environment variable is invalid", "See the message"],
  port_in_use: ["Another program listens on `PORT`", "Stop it, or choose another port"],
  address_unavailable: ["`HOST` is not an address of this machine", "Use one of its addresses, or `0.0.0.0`"],
  data_unwritable: ["`PLUGBOARD_DATA_DIR` cannot be written", "Fix the permissions or free up disk space"],
  data_unreadable: [
    "The databases cannot be read",
    "Restore the backup; `plugboard-server check` reports the problem",
  ],
  data_in_use: ["Another server is using the same folder", "Stop it; several processes need PostgreSQL"],
  data_too_new: [
    "The data was migrated by a newer version",
    "Run that version, or restore an earlier backup",
  ],
  database_unreachable: [
    "`DATABASE_URL` does not respond",
    "Start PostgreSQL; check host, user and password",
  ],
  policies_bypassed: [
    "`DATABASE_URL` uses a superuser or a role with BYPASSRLS, for which PostgreSQL ignores row policies",
    "Use a regular role that owns the database; on a laptop, set `PLUGBOARD_DATABASE_SUPERUSER=allow`",
  ],
  decryption_failed: ["`master.key` does not match the encrypted secrets", "Restore the right key"],
};

export const platformErrors: Table<PlatformErrorCode> = {
  ...apiErrors,
  ...serverErrors,
  invalid_definition: ["A product's definition is invalid", "The message names the part and the fix"],
};

export const commandErrors: Table<CliErrorCode> = {
  failed: ["An internal error in the command line", "Report it with its output"],
  usage: ["A command, option or argument is wrong", "`plugboard help <command>`"],
  invalid_project: [
    "The manifest or the code is invalid",
    "Run `plugboard check` to see the problems with line numbers",
  ],
  unauthorized: ["You are not signed in, or not allowed to do this", "`plugboard login`, `plugboard whoami`"],
  not_found: ["The requested resource does not exist", "Check the name and the server you are signed in to"],
  refused: ["The server rejected the request", "The message comes from the server"],
  unreachable: ["The server is unreachable", "Check the URL; try its `/readyz`"],
  interrupted: ["Ctrl-C", "None needed"],
};
