import { expect, test } from "vitest";
import { redactCookies, redactedCookie } from "./redact-cookies.ts";

test.each([
  "plugboard_session",
  "plugboard_visitor_sit_1",
  "__Host-plugboard_session",
  "__Host-plugboard.session_token",
  "__Secure-plugboard_x",
  "ins_1.session",
  "ins_2.theme",
])("withholds the cookie %s", (name) => {
  expect(redactCookies({ [name]: "x", theme: "dark" })).toEqual({ theme: "dark" });
});

test.each([
  ["session", "x"],
  ["JSESSIONID", "x"],
  ["PHPSESSID", "x"],
  ["connect.sid", "x"],
  ["sid", "x"],
  ["__Host-id", "x"],
  ["__Secure-next-auth.session-token", "x"],
  ["authorization", "x"],
  ["access_token", "x"],
  ["XSRF-TOKEN", "x"],
  ["csrftoken", "x"],
  ["remember_me", "x"],
  ["user_credentials", "x"],
  ["x-api-key", "x"],
  ["id", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"],
  ["key", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
  ["state", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"],
  ["raw", "s%3Aabc.def"],
])("redacts the value of the cookie %s", (name, value) => {
  expect(redactCookies({ [name]: value })).toEqual({ [name]: redactedCookie });
});

test.each([
  ["theme", "dark"],
  ["consent", "analytics=1&marketing=0"],
  ["visitor_id", "0b7f6e52-33d9-4a6e-8a1f-5a3d7c0d0f11"],
  ["_ga", "GA1.2.1033501218.1368477899"],
  ["lang", "en-GB"],
])("shows the cookie %s", (name, value) => {
  expect(redactCookies({ [name]: value })).toEqual({ [name]: value });
});
