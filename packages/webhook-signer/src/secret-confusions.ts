import { decodeBase64 } from "./base64.ts";
import type { KeyConfusion } from "./explain-mismatch.ts";
import type { HmacKey } from "./hmac-input.ts";

/** The forms in which a secret is commonly mistaken, on either side. */
export function secretConfusions(secret: string): readonly KeyConfusion<HmacKey>[] {
  const trimmed = secret.trim();
  const decoded = decodeBase64(trimmed.replace(/^whsec_/, ""));
  return [
    {
      key: trimmed,
      code: "secret_has_whitespace",
      message:
        "The signature matches the secret without the white space around it. Trim the secret; typically it is a " +
        "line break at the end of a file or an environment variable.",
    },
    wrongForm(
      trimmed.replace(/^["'](.+)["']$/s, "$1"),
      "the one given has quotes around it that are not part of it",
    ),
    wrongForm(`whsec_${trimmed}`, "the one given lacks its whsec_ prefix, which is part of the key"),
    ...(decoded === undefined
      ? []
      : [
          wrongForm(
            decoded,
            "the sender decoded it from base64, while the key is the text of the whole secret",
          ),
        ]),
  ];
}

function wrongForm(key: HmacKey, mistake: string): KeyConfusion<HmacKey> {
  return {
    key,
    code: "wrong_secret",
    message: `The signature matches another form of the secret: ${mistake}.`,
  };
}
