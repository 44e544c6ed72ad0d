type Pair = readonly [name: string, value: string];

/** A request's headers without a cookie that is the platform's alone. */
export function withoutCookie(headers: readonly Pair[], cookie: string): Pair[] {
  return headers.flatMap(([name, value]): Pair[] => {
    if (name !== "cookie") return [[name, value]];
    const others = value.split(";").filter((part) => cookieName(part) !== cookie);
    return others.length === 0 ? [] : [[name, others.join(";").trim()]];
  });
}

/** A response's headers as pairs, without any that would set or take away a cookie that is the platform's alone. */
export function withoutSetCookie(headers: readonly Pair[], cookie: string): [string, string][] {
  return headers
    .filter(([name, value]) => name !== "set-cookie" || cookieName(value) !== cookie)
    .map(([name, value]) => [name, value]);
}

// A cookie without a name is sent as its value alone, which may look like a name and a value.
function cookieName(pair: string): string {
  const [name = ""] = pair.replace(/^[\s=]+/, "").split("=");
  return name.trim();
}
