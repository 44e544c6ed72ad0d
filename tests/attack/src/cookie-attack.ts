import type { AttackReport } from "./attack-report.ts";
import type { Scene } from "./set-up-scene.ts";

const names = [
  "visitor_id",
  "plugboard_session",
  "__Host-plugboard_session",
  "plugboard_connect",
  "a",
  "__Secure-a",
  "",
];
const attributes = [
  "",
  "; Path=/",
  "; path=/",
  "; Path=/integrations/",
  "; Path=/integrations/ins_victim",
  "; Path=/; Path=/sites",
  "; Domain=localhost",
  "; DOMAIN=.localhost; Path=/",
  ";Domain=localhost;Path=/;Secure",
  "; Path=/%2e%2e/",
  "; Path = /",
  "; Path=\t/",
  '; Path="/"',
  "; path=/integrations/{own}/../",
  "; a=b; Path=/",
];

/** Makes an integration set cookies for others. It must only be able to set its own, at its own path. */
export async function attackCookies({ target, attacker, setCookies }: Scene): Promise<AttackReport> {
  const { installationId } = attacker;
  const path = `/integrations/${installationId}`;
  const cookies = names.flatMap((name) =>
    attributes.map((attribute) => `${name}=1${attribute.replace("{own}", installationId)}`),
  );
  const breaches: string[] = [];
  for (const cookie of cookies) {
    setCookies([cookie]);
    const { headers } = await target.send(`${target.sitesUrl}${path}/`);
    for (const passed of [headers["set-cookie"] ?? []].flat()) {
      const [pair = "", ...rest] = passed.split(/; ?/);
      const paths = rest.filter((part) => /^path=/i.test(part)).map((part) => part.slice(5));
      const isOwn = pair.startsWith(`${installationId}.`);
      // Browsers compare paths literally (RFC 6265, section 5.1.4).
      const isBelow = paths.length === 1 && `${paths[0]}/`.startsWith(`${path}/`);
      if (!isOwn || !isBelow || rest.some((part) => /^domain/i.test(part)))
        breaches.push(`${cookie}: ${passed}`);
    }
  }
  return { name: "cookies of integrations", cases: cookies.length, breaches };
}
