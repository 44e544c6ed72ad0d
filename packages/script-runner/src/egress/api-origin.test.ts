import { expect, test } from "vitest";
import { isApiUrl } from "./api-origin.ts";

const apiOrigins = [
  { origin: "http://127.0.0.1:4000", pathPrefix: "/v1" },
  { origin: "https://docs.example.com", pathPrefix: "/api/v1/" },
];

test.each([
  ["http://127.0.0.1:4000/v1", true],
  ["http://127.0.0.1:4000/v1/anything?cursor=a%2Fb", true],
  ["http://127.0.0.1:4000/v1/anything/a%20b", true],
  ["https://docs.example.com/api/v1/anything", true],
  ["https://docs.example.com:443/api/v1/anything", true],
  ["http://docs.example.com/api/v1/anything", false],
  ["http://127.0.0.1:4001/v1/anything", false],
  ["http://localhost:4000/v1/anything", false],
  ["http://127.0.0.1:4000/v10", false],
  ["http://127.0.0.1:4000/metrics", false],
  ["http://127.0.0.1:4000/v1/../metrics", false],
  ["http://127.0.0.1:4000/v1/%2e%2e/metrics", false],
  ["http://127.0.0.1:4000/v1/..%2fmetrics", false],
  ["http://127.0.0.1:4000/v1/a%2f..%2f..%2fmetrics", false],
  ["http://127.0.0.1:4000/v1/..%5cmetrics", false],
  ["http://127.0.0.1:4000/v1/%252e%252e/metrics", true],
  ["http://127.0.0.1:4000/v1/%ff", false],
])("%s: %s", (url, expected) => {
  expect(isApiUrl(new URL(url), apiOrigins)).toBe(expected);
});
