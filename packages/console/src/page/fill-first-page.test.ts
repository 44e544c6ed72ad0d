import { expect, test } from "vitest";
import { fillFirstPage } from "./fill-first-page.ts";

const page =
  '<link href="/assets/a.css"><a href="/events">Events</a><form method="get">' +
  '<select name="status"><option value="" selected="">any</option><option value="failed">failed</option></select>' +
  '<select name="range"><option value="1h">1h</option><option value="24h" selected="">24h</option></select>' +
  '<input size="9" name="code" value=""/></form>';
const filled = (query: string) => fillFirstPage(page, new URLSearchParams(query));

test("fills the fields with the parameters of the URL", () => {
  expect(filled("")).toBe(page);
  const html = filled("status=failed&range=1h&code=503");
  expect(html).toContain(
    '<select name="status" data-chosen="true"><option value="">any</option><option value="failed" selected="">',
  );
  expect(html).toContain(
    '<select name="range"><option value="1h" selected="">1h</option><option value="24h">24h</option></select>',
  );
  expect(html).toContain('<input size="9" name="code" data-chosen="true" value="503"/>');
});

test("keeps parameters without a field in the form, and the organization in links", () => {
  const html = filled("organization=org_1&view=causes");
  expect(html).toContain(
    '<form method="get"><input type="hidden" name="organization" value="org_1"><input type="hidden" name="view" value="causes">',
  );
  expect(html).toContain('<link href="/assets/a.css"><a href="/events?organization=org_1">');
});

test("inserts parameters as text", () => {
  const attack = '"><script>alert(1)</script>$&';
  for (const name of ["status", "code", "organization", attack]) {
    const html = filled(new URLSearchParams({ [name]: attack }).toString());
    expect(html).not.toContain("<script>");
    expect(html.match(/<(select|input)/g)).toHaveLength(name === "status" || name === "code" ? 3 : 4);
  }
  expect(filled(new URLSearchParams({ status: attack }).toString())).toContain(
    '<option value="&quot;>&lt;script>alert(1)&lt;/script>$&amp;" selected="">',
  );
});
