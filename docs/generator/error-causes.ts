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

/** What led to an error, and what to do about it. */
export type CauseAndCure = readonly [cause: string, cure: string];

/** Each code of a union, no more and no fewer: the compiler holds the table to that. */
type Table<Code extends string> = Readonly<Record<Code, CauseAndCure>>;

export const apiErrors: Table<ErrorCode> = {
  conflict: ["The current state does not allow it", "Read the thing again; `detail` says what is in the way"],
  expunged: ["What it carried was removed", "Only the record of it is left"],
  forbidden: [
    "The role or the scopes of the caller do not include it",
    "Ask for another role, or add the scope to the manifest and have it consented to",
  ],
  integration_failed: [
    "The integration responded with something unusable",
    "Look at its log: `plugboard tail`, or *Logs* in the console",
  ],
  integration_unreachable: [
    "The integration did not respond in time",
    "Look whether its URL is right and its host is up",
  ],
  internal: [
    "A fault of the platform",
    "Try again; send the `Request-Id` and the time to whoever runs the platform",
  ],
  invalid_configuration: [
    "Settings do not fit what the manifest declares",
    "Mend each entry of `problems`; `path` names the setting",
  ],
  invalid_manifest: ["The manifest has problems", "Run `plugboard check`: it shows each at its line"],
  invalid_request: ["Parts of the request are wrong", "Mend each entry of `problems`"],
  misdirected: [
    "The server does not serve that host",
    "Call `PLUGBOARD_PUBLIC_URL`, or have the proxy pass the host on",
  ],
  not_found: [
    "There is no such thing, or the caller may not know of it",
    "Check the id, and that the token is for the same organization",
  ],
  payload_too_large: ["The body is over the limit that `detail` names", "Send less, in several requests"],
  precondition_failed: [
    "Somebody changed it since the version in `If-Match`",
    "Read it again, apply the change to that, and send its `ETag`",
  ],
  rate_limited: ["A quota is spent", "Wait as long as `Retry-After` says"],
  second_factor_required: [
    "The organization lets its members in with a second factor only",
    "Set one up in the console, under your account; API keys need none",
  ],
  support_access_required: [
    "The platform administrator has no support access to the organization",
    "Run `plugboard request-access` with a reason, or request it in the console. The audit log records it",
  ],
  unauthorized: [
    "No valid token or session came along",
    "Send `Authorization: Bearer …`; sign in again when it has expired",
  ],
  unavailable: ["The database is busy, full or away", "Try again after `Retry-After`"],
  unsupported_media_type: ["The body is not JSON", "Send `Content-Type: application/json`"],
};

export const clientErrors: Table<Exclude<ApiErrorCode, ErrorCode>> = {
  invalid_parameter: [
    "A path parameter is empty or has characters that change the path",
    "Pass the id as it was given",
  ],
  no_token: ["The client was made without a token", "Give it one, or call only what anyone may"],
  network: ["The connection failed or was cut", "Try again; look at `cause`"],
  timeout: ["No response came in time", "Try again; creations with an `Idempotency-Key` are safe to repeat"],
  aborted: ["The caller's signal ended the call", "Nothing"],
  bad_response: ["Something else than the platform responded", "Check the base URL, and what is in between"],
};

export const eventErrors: Table<EventError["code"]> = {
  invalid_event: [
    "The event lacks a field of its type, or it has another type",
    "`path` names the field; compare with the event catalogue",
  ],
};

export const signatureErrors: Table<SignatureErrorCode> = {
  header_missing: [
    "The request has no signature header",
    "Look whether a proxy drops it; requests of others have none",
  ],
  timestamp_missing: ["The header has no `t`", "Pass the header as it came"],
  timestamp_invalid: [
    "`t` is not plain digits, or is there twice",
    "Pass the header as it came; sign with Unix seconds",
  ],
  timestamp_too_old: [
    "It was signed more than the tolerance ago",
    "Set this machine's clock; sign every attempt afresh",
  ],
  timestamp_in_future: ["It was signed ahead of this machine's clock", "Set this machine's clock"],
  signature_missing: [
    "No entry is of a kind that the secret can check",
    "Use the secret of this kind of signature",
  ],
  signature_malformed: ["No signature has the right encoding and length", "Pass the header as it came"],
  signature_mismatch: [
    "Another secret, or another body",
    "Compare the secret with the endpoint's; take the raw body",
  ],
  body_reserialized: ["Something parsed the body and wrote it again", "Verify before any JSON middleware"],
  secret_has_whitespace: ["The secret has a space or a line break around it", "Trim it where it is stored"],
  wrong_secret: [
    "The secret is in quotes, decoded, or lacks its prefix",
    "Use it as it was shown, from `whsec_` on",
  ],
  secret_missing: ["No secret was given", "Set the variable that it is read from"],
  secret_invalid: ["The secret is not written as its kind must be", "Copy it again"],
  body_not_raw: ["The body is an object", "Pass the text or the bytes of the request"],
  option_invalid: ["An option is outside its range", "The message names it; times are in seconds"],
};

export const receiverErrors: Table<WebhookReceiverErrorCode> = {
  signature_invalid: ["The signature does not verify", "`cause.code` is one of the signer's codes"],
  secret_unknown: [
    "The function that looks secrets up knows none for it",
    "Add the endpoint's secret; otherwise it was not for you",
  ],
  body_too_large: ["The body is over `maxBodyBytes`", "Raise it"],
  body_unreadable: ["The connection failed before the body was complete", "Nothing: it is sent again"],
  body_consumed: ["Something read the body before the receiver", "Mount the receiver before body parsers"],
  body_not_json: ["The signed body is not JSON", "Look who else signs with this secret"],
  event_invalid: [
    "The event does not have the shape of its type",
    "Update the package; compare with the event catalogue",
  ],
  event_in_progress: [
    "A copy of the event is still being handled",
    "Nothing: it is sent again. Do long work after the response",
  ],
  handler_failed: ["Your handler threw", "`cause` is what it threw; the event is sent again"],
  background_failed: ["Work after the response rejected", "`cause` says why; it is not repeated by itself"],
  dedupe_failed: ["The store of event ids failed", "`cause` says why; look at its database"],
  configuration_invalid: [
    "The receiver is set up wrongly",
    "`cause` says what; most often the secret is missing",
  ],
};

export const deliveryErrors: Table<DeliveryErrorCode> = {
  endpoint_not_found: ["There is no endpoint of that id", "It may have been deleted; list them"],
  endpoint_exists: ["An endpoint has that id already", "Take another id, or update that one"],
  invalid_endpoint: ["A part of the endpoint is wrong", "`part` names it"],
  not_polling: [
    "The endpoint is sent its deliveries, and not polled",
    "Create one with `polling` for a consumer that polls",
  ],
  delivery_not_found: ["There is no delivery of that id", "Retention may have removed it"],
  recovery_not_found: ["There is no recovery of that id", "List by endpoint"],
  recovery_running: ["A recovery runs at this endpoint", "Wait for it, or cancel it"],
  invalid_event: ["The event is not valid, or not in the catalogue", "The message names the field"],
  event_conflict: ["The id exists with another type or body", "Give each event an id of its own"],
  event_expunged: ["The event's body was removed", "There is nothing left to send; enqueue a new event"],
  invalid_query: ["A filter or a cursor is wrong", "Pass cursors as they were given"],
  invalid_option: ["An option is outside its range", "The message names it"],
  no_transaction: [
    "`publishInTransaction` was called outside a transaction",
    "Begin one with the same connection",
  ],
  schema_too_new: [
    "A newer version has migrated the tables",
    "Run that version, or restore the backup from before",
  ],
  deliveries_unseen: [
    "The database lost a write, so that no worker saw some due deliveries. The engine found them and sends them now.",
    "Check the database's version and its log. On Citus, use 12.1 or newer.",
  ],
  unavailable: ["The database cannot be reached, or is full", "Try again; `cause` says what it reported"],
};

export const attemptErrors: Table<AttemptErrorCode> = {
  invalid_url: [
    "Not an absolute http(s) URL, or with a password in it",
    "Correct the endpoint's URL; it is not tried again",
  ],
  insecure_url: ["Plain http to a host that is not allowed", "Use https, or allow the network"],
  blocked_address: [
    "The host resolves to an address inside a network",
    "Allow the network where that is meant",
  ],
  invalid_request: ["A header or the body cannot be sent", "Correct the endpoint's headers"],
  dns_failed: ["The host name does not resolve", "Correct the name, or the resolver"],
  connection_refused: ["Nothing listens there", "Start the receiver"],
  connection_failed: ["No connection for another reason", "Look at routes and firewalls"],
  tls_failed: ["The certificate or the protocol was refused", "Renew the certificate, with its chain"],
  timeout: ["The request timed out; the message names the phase", "Respond first and work afterwards"],
  connection_reset: [
    "The connection ended before the response did",
    "Look at the receiver's and its proxy's log",
  ],
  invalid_response: ["What came back is not HTTP", "Check the port"],
  headers_too_large: ["The response's headers are over the limit", "Send fewer"],
  aborted: ["The sender was closed", "Nothing: it is sent again"],
  authentication_failed: [
    "The endpoint's authorization server issued no token",
    "Correct client and secret of the endpoint",
  ],
  transformation_failed: [
    "The integration made no payload for an endpoint with `transform`",
    "Look at the integration's log, and publish a version that does",
  ],
  send_failed: ["Your `send` threw", "Return a result for every outcome"],
  expired: ["The delivery was older than `maxAgeMilliseconds`", "Recover it if it still matters"],
};

export const manifestErrors: Table<ManifestErrorCode> = {
  invalid_manifest: ["The manifest has errors", "`issues` has each with its line"],
  missing_variables: [
    "Secrets name variables that are not set",
    "Set those in `variables`, or put them into `.env`",
  ],
  unknown_environment: ["The manifest has no environment of that name", "Add it to `envs`"],
  impossible_edit: ["An edit does not fit what the manifest holds", "The message names the place"],
  unreadable_file: ["There is no file to read", "Check path and rights"],
};

export const componentErrors: Table<ComponentErrorCode> = {
  invalid_definition: ["The argument of `createComponent` is wrong", "The message names the part"],
  invalid_cache: ["The argument of `setCache` is wrong", "Pass whole seconds"],
  unknown_element: ["There is no such element", "See the [elements](elements.md)"],
  unknown_attribute: ["The element has no such attribute", "See the [elements](elements.md)"],
  missing_attribute: ["A needed attribute is not there", "`path` says where"],
  invalid_value: ["A value is of the wrong kind, or an element may not be there", "`path` says where"],
  unknown_action: ["The name begins with `@` and is no built-in action", "Give your action another name"],
  unsafe_url: ["A URL is not absolute, or of another protocol than allowed", "Use https:"],
  not_json: ["A function, an instance of a class or `NaN`", "Pass plain data"],
  cyclic: ["A value contains itself", "Pass plain data"],
  too_deep: ["The tree is deeper than `treeLimits`", "Flatten it"],
  too_large: ["The tree is larger than `treeLimits`", "Render less; load more on an action"],
  invalid_response: [
    "What `dispatch` resolved to is no response of a component",
    "Return the platform's response as it is",
  ],
  unsupported_action: ["The page cannot do what the component asks", "Give the session a handler for it"],
  refused_url: ["The page refuses to open that URL", "Link to an address that the page allows"],
};

export const oauthErrors: Table<OAuthErrorCode> = {
  configuration_invalid: [
    "A URL or setting cannot be used safely",
    "The message names it; endpoints are https",
  ],
  request_invalid: ["The handler was called as no browser or provider would", "Start from the button"],
  installation_missing: [
    "A flow was started outside any installation",
    "Start it at the installation's public endpoint",
  ],
  state_missing: ["The redirect has no state", "Start again; look whether the provider drops it"],
  state_unknown: ["This server did not begin that flow", "Start again"],
  state_expired: ["More than ten minutes passed", "Start again"],
  state_mismatch: ["Another browser or installation began it", "Finish in the window where it began"],
  state_reused: ["The redirect was opened twice", "Nothing, if the first went well; else start again"],
  issuer_missing: ["The provider promises `iss` and did not send it", "Check `issuer`"],
  issuer_mismatch: ["Another authorization server redirected", "Check `issuer`; it may be an attack"],
  provider_denied: ["The provider or the person said no", "Start again and allow it"],
  provider_unreachable: ["The provider could not be reached", "Try again"],
  provider_timeout: ["The provider took too long", "Try again"],
  provider_redirected: ["The token endpoint redirected", "Correct `accessTokenURL`"],
  response_too_large: ["The provider's response is over the limit", "Check `accessTokenURL`"],
  response_invalid: ["The provider's response is no token response", "Check `accessTokenURL`"],
  token_refused: [
    "The provider refused the token request",
    "`providerError` says why; check client and redirect URL",
  ],
  credentials_invalid: ["`extractCredentials` threw, or gave nothing", "Return `configuration` from it"],
  storage_failed: ["Credentials could not be read or stored", "Try again"],
  not_connected: ["There are no credentials yet", "Have somebody connect in the settings"],
  needs_reauth: ["The credentials cannot be refreshed any more", "Have somebody connect again"],
  refresh_busy: ["Another process held the refresh too long", "Try again"],
};

export const integrationErrors: Table<IntegrationErrorCode | EnvelopeErrorCode> = {
  rejected: ["A handler threw `IntegrationError`", "The message is the author's"],
  unauthorized: [
    "The request is not signed by the platform",
    "Compare the signing secrets; send requests through the platform",
  ],
  unsupported_version: [
    "The path names a version of the envelope that this runtime does not speak",
    "Update `@plugboard/runtime`",
  ],
  unhandled_event: [
    "The integration has no handler for the event",
    "Add one, or drop the scope that brings it",
  ],
  unknown_component: ["There is no component of that name", "Pass it in `components`"],
  event_in_progress: ["A copy of the event is being handled", "Nothing: it is sent again"],
  malformed: ["The request is no envelope", "Only the platform calls this path"],
  too_large: ["The envelope is over its limit", "Raise the limit, or send less"],
};

export const scriptErrors: Table<ScriptRunnerErrorCode> = {
  script_refused: [
    "A syntax error, something thrown at the top level, or too long a start",
    "The log has the place; publish a corrected version",
  ],
  script_stopped: ["It went over a limit of memory or time", "Do less in one request; use tasks"],
  script_unknown: ["It was retired while the request waited", "Nothing: it is sent again to the new version"],
  script_unavailable: ["It waits after failures, or has too many requests waiting", "Look at its log"],
  runner_unavailable: [
    "The process that runs scripts cannot be started",
    "Look at the server's log; `workerd` has to be installed",
  ],
  runner_lost: ["The process that runs scripts was lost", "Nothing: it is started again"],
  invalid_option: ["An option has a value it can't have", "The message names it and what it must be"],
  wrong_hash: ["The bundle in the store has another hash", "Publish again"],
  runner_closed: ["The server is stopping", "Nothing: another one takes over"],
};

const serverErrors: Table<ServerErrorCode> = {
  invalid_variable: [
    "A variable has a value that it cannot have",
    "The message names it and what it must be",
  ],
  port_in_use: ["Another program listens at `PORT`", "Stop it, or take another port"],
  address_unavailable: ["`HOST` is no address of this machine", "Take one that it has, or `0.0.0.0`"],
  data_unwritable: ["`PLUGBOARD_DATA_DIR` cannot be written", "Give the process the right, or make room"],
  data_unreadable: [
    "The databases cannot be read",
    "Restore the backup; `plugboard-server check` says what is wrong",
  ],
  data_in_use: ["Another server has the same folder open", "Stop it; several processes need PostgreSQL"],
  data_too_new: [
    "A newer version has migrated the data",
    "Run that version, or restore the backup from before",
  ],
  database_unreachable: [
    "`DATABASE_URL` does not respond",
    "Start PostgreSQL; check host, user and password",
  ],
  policies_bypassed: [
    "`DATABASE_URL` names a superuser or a role with BYPASSRLS, to which PostgreSQL applies no row policies",
    "Connect as a plain role that owns the database; on a laptop, set `PLUGBOARD_DATABASE_SUPERUSER=allow`",
  ],
  seal_broken: ["`master.key` is not the one the secrets were sealed with", "Put the right one back"],
};

export const platformErrors: Table<PlatformErrorCode> = { ...apiErrors, ...serverErrors };

export const commandErrors: Table<CliErrorCode> = {
  failed: ["A fault of the command line, or one it cannot explain", "Report it with what it printed"],
  usage: ["A command, an option or an argument is wrong", "`plugboard help <command>`"],
  invalid_project: ["The manifest or the code is wrong", "`plugboard check` shows each problem at its line"],
  unauthorized: ["Nobody is signed in, or who is may not do this", "`plugboard login`, `plugboard whoami`"],
  not_found: [
    "Something that was named does not exist",
    "Check the name, and the server you are signed in at",
  ],
  refused: ["The server refused it", "The message is the server's"],
  unreachable: ["The server cannot be reached", "Check the address; look at its `/readyz`"],
  interrupted: ["Ctrl-C", "Nothing"],
};
