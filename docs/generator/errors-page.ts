import { errorCodes } from "@plugboard/api/contract";
import * as causes from "./error-causes.ts";
import { exitCodes } from "../../packages/cli/src/terminal/cli-error.ts";

/** Returns the error page: every code of every package with its cause and fix. */
export function errorsPage(): string {
  return [
    "# Errors",
    "",
    "Every error has a stable `code`. Messages are for people and can change.",
    "",
    ...section(
      "HTTP API",
      "The `code` of a problem response and of an `ApiError`.",
      causes.apiErrors,
      "status",
      (code) => errorCodes[code].status,
    ),
    ...section("@plugboard/api: ApiError", "Additional codes of the client.", causes.clientErrors),
    ...section("@plugboard/api: EventError", "Thrown by `parseEvent`.", causes.eventErrors),
    ...section("@plugboard/webhook-signer: SignatureError", "", causes.signatureErrors),
    ...section(
      "@plugboard/webhook-receiver: WebhookReceiverError",
      "Passed to `onError`.",
      causes.receiverErrors,
    ),
    ...section("@plugboard/webhook-delivery: DeliveryError", "", causes.deliveryErrors),
    ...section(
      "@plugboard/webhook-delivery: attempts",
      "The `errorCode` of an attempt.",
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
      "For operators, at startup. Requests get the codes of the HTTP API.",
      withoutApi(causes.platformErrors),
    ),
    ...section("@plugboard/cli", "", causes.commandErrors, "exit code", (code) => exitCodes[code]),
  ].join("\n");
}

function section<Code extends string>(
  title: string,
  sentence: string,
  table: Readonly<Record<Code, causes.CauseAndFix>>,
  numberName?: string,
  numberOf?: (code: Code) => number,
): string[] {
  // `Object.keys` loses the type of the table's keys.
  const codes = Object.keys(table) as Code[];
  const extra = numberName === undefined ? "" : ` ${numberName} |`;
  return [
    `## ${title}`,
    "",
    ...(sentence === "" ? [] : [sentence, ""]),
    `| code |${extra} cause | fix |`,
    `|---|${numberName === undefined ? "" : "---|"}---|---|`,
    ...codes.map((code) => {
      const [cause, fix] = table[code];
      return `| \`${code}\` |${numberOf === undefined ? "" : ` ${numberOf(code)} |`} ${cause} | ${fix} |`;
    }),
    "",
  ];
}

function withoutApi<Code extends string>(
  table: Readonly<Record<Code, causes.CauseAndFix>>,
): Readonly<Record<string, causes.CauseAndFix>> {
  return Object.fromEntries(
    Object.entries<causes.CauseAndFix>(table).filter(([code]) => !Object.hasOwn(errorCodes, code)),
  );
}
