import { expect, test } from "vitest";
import type { AddressGuardOptions } from "./address-guard.ts";
import { checkEndpointUrl } from "./check-endpoint-url.ts";

const development: AddressGuardOptions = { allowNetworks: ["127.0.0.0/8"] };

test.each<[string, AddressGuardOptions]>([
  ["https://hooks.example.com/in?token=1", {}],
  ["https://93.184.215.14:8443/", {}],
  ["https://[2606:4700:4700::1111]/", {}],
  ["https://notlocalhost/", {}],
  ["http://hooks.example.com/", { allowHttp: true }],
  ["http://127.0.0.1:4000/", development],
  ["http://localhost:4000/", development],
  ["http://receiver:8080/", development],
])("%s passes with %j", (url, options) => {
  expect(() => checkEndpointUrl(url, options)).not.toThrow();
});

test.each<[string, AddressGuardOptions]>([
  ["", {}],
  ["/hook", {}],
  ["hooks.example.com", {}],
  ["ftp://hooks.example.com/", {}],
  ["javascript:alert(1)", {}],
  ["data:text/html,x", {}],
  ["file:///etc/passwd", {}],
  ["https://user@hooks.example.com/", {}],
  ["https://user:password@hooks.example.com/", {}],
  ["http://hooks.example.com/", {}],
  ["https://127.0.0.1/", {}],
  ["https://10.0.0.1/", {}],
  ["https://2130706433/", {}],
  ["https://0x7f.1/", {}],
  ["https://169.254.169.254/latest/meta-data", {}],
  ["https://[::1]/", {}],
  ["https://[::ffff:10.0.0.1]/", {}],
  ["https://[fd00:ec2::254]/", {}],
  ["https://localhost/", {}],
  ["https://api.localhost./", {}],
  ["https://10.0.0.1/", development],
  ["http://93.184.215.14/", development],
  ["http://10.0.0.1/", { allowHttp: true }],
])("%j is refused with %j", (url, options) => {
  expect(() => checkEndpointUrl(url, options)).toThrow(
    expect.objectContaining({ name: "DeliveryError", code: "invalid_endpoint" }),
  );
});
