import { errorCodes } from "@plugboard/api/contract";
import * as causes from "./error-causes.ts";
import { exitCodes } from "../../packages/cli/src/terminal/cli-error.ts";

/** The page about errors: every code of every package, with what led to it and what to do. */
export function errorsPage(): string {
  return [
    "# Errors",
    "",
    "Every error has a `code` that stays the same; messages are for people and may change.",
    "",
    ...section(
      "HTTP API",
      "In `code` of a problem, and of an `ApiError`.",
      causes.apiErrors,
      "status",
      (code) => errorCodes[code].status,
    ),
    ...section("@plugboard/api: ApiError", "What a client reports besides.", causes.clientErrors),
    ...section("@plugboard/api: EventError", "Thrown by `parseEvent`.", causes.eventErrors),
    ...section("@plugboard/webhook-signer: SignatureError", "", causes.signatureErrors),
    ...section(
      "@plugboard/webhook-receiver: WebhookReceiverError",
      "Given to `onError`.",
      causes.receiverErrors,
    ),
    ...section("@plugboard/webhook-delivery: DeliveryError", "", causes.deliveryErrors),
    ...section(
      "@plugboard/webhook-delivery: attempts",
      "In `errorCode` of an attempt.",
      causes.attemptErrors,
    ),
    ...section("@plugboard/manifest: ManifestError", "", causes.manifestErrors),
    ...section("@plugboard/components: ComponentError", "", causes.componentErrors),
    ...section("@plugboard/oauth: OAuthError", "", causes.oauthErrors),
    ...section(
      "@plugboard/runtime: IntegrationError, EnvelopeError",
      "Their message is shown to the caller.",
      causes.integrationErrors,
    ),
    ...section("@plugboard/script-runner: ScriptRunnerError", "", causes.scriptErrors),
    ...section(
      "@plugboard/platform and the server: PlatformError, ServerError",
      "At the start, for an operator. Requests are refused with the codes of the HTTP API.",
      withoutApi(causes.platformErrors),
    ),
    ...section("@plugboard/cli", "", causes.commandErrors, "exit code", (code) => exitCodes[code]),
  ].join("\n");
}

function section<Code extends string>(
  title: string,
  sentence: string,
  table: Readonly<Record<Code, causes.CauseAndCure>>,
  numberName?: string,
  numberOf?: (code: Code) => number,
): string[] {
  // `Object.keys` widens the names of what is exactly this table.
  const codes = Object.keys(table) as Code[];
  const extra = numberName === undefined ? "" : ` ${numberName} |`;
  return [
    `## ${title}`,
    "",
    ...(sentence === "" ? [] : [sentence, ""]),
    `| code |${extra} cause | cure |`,
    `|---|${numberName === undefined ? "" : "---|"}---|---|`,
    ...codes.map((code) => {
      const [cause, cure] = table[code];
      return `| \`${code}\` |${numberOf === undefined ? "" : ` ${numberOf(code)} |`} ${cause} | ${cure} |`;
    }),
    "",
  ];
}

function withoutApi<Code extends string>(
  table: Readonly<Record<Code, causes.CauseAndCure>>,
): Readonly<Record<string, causes.CauseAndCure>> {
  return Object.fromEntries(
    Object.entries<causes.CauseAndCure>(table).filter(([code]) => !Object.hasOwn(errorCodes, code)),
  );
}
