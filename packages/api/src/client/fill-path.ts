import { ApiError } from "../api-error.ts";

/**
 * Puts parameters into a path template such as `/spaces/{spaceId}`, percent-encoded.
 *
 * @throws {ApiError} `invalid_parameter` for a value that is missing, empty, or a dot segment, which a URL would resolve away.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, path: string) => {
    const value = params[path] ?? "";
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new ApiError("invalid_parameter", `The ${path} of ${template} cannot be "${value}"`, {
      path,
    });
  });
}
