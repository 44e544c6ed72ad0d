import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

test.each([
  ["a secret", "the key is sesame-open", ["sesame-open"], "the key is ***"],
  ["a secret within another", "sesame-open-now", ["sesame", "sesame-open"], "***-now"],
  ["quotes and line breaks in a secret", 'x "se\nsa\\me" y', ['"se\nsa\\me"'], "x *** y"],
  ["every place", "sesame sesame", ["sesame"], "*** ***"],
  ["no part of a word that contains a short secret", "information", ["form"], "information"],
  ["a token", "got eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl back", [], "got *** back"],
  ["the text after Bearer", "Authorization: Bearer abcdefgh1234", [], "Authorization: Bearer ***"],
  ["a signing secret and an API key", "whsec_c2VjcmV0c2VjcmV0 pbk_abcdefghij", [], "*** ***"],
  [
    "a session of the portal",
    "at /portal/org_1#pbp_eyJhbGciOiJkaXIi..aXY_aXY.Y2lw-aGVy.dGFn now",
    [],
    "at /portal/org_1#*** now",
  ],
  ["no part of an ordinary text", "a bearer of news, e.g. eyJ", [], "a bearer of news, e.g. eyJ"],
])("masks %s", (_what, message, secrets, expected) => {
  const value = { message, fields: { deep: [message, 1, null] } };
  expect(maskSecrets(value, secrets)).toEqual({
    message: expected,
    fields: { deep: [expected, 1, null] },
  });
});
