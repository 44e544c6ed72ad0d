/** Calls the tracker's API with the session of the browser. @throws Error with the server's message */
export async function call<Result>(method: "GET" | "POST", path: string, body?: object): Promise<Result> {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const parsed = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(parsed?.detail ?? `The server responded with ${response.status}.`);
  return parsed;
}
