import { ApiError } from "@plugboard/api/client";
import { uploadImage } from "@plugboard/api/routes";
import { uploadApi } from "../../data/platform-api.ts";
import { showToast } from "../../ui/show-toast.ts";

const maxMebibytes = 5;

/**
 * Stores an image with a space and returns its address in Markdown. Shows a toast and returns `undefined` if that fails.
 */
export async function uploadPageImage(spaceId: string, file: File): Promise<string | undefined> {
  if (file.size > maxMebibytes * 1024 * 1024) {
    const description = `The file is larger than ${maxMebibytes} MiB. Make it smaller, or save it with stronger compression.`;
    showToast({ title: `Couldn’t add ${file.name || "the image"}`, description });
    return undefined;
  }
  try {
    const body = { content: await readBase64(file) };
    const idempotencyKey = crypto.randomUUID();
    const { path } = await uploadApi.call(uploadImage, { params: { spaceId }, body, idempotencyKey });
    return path;
  } catch (error) {
    showToast({ title: `Couldn’t add ${file.name || "the image"}`, description: describe(error) });
    return undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof ApiError && error.status !== undefined) return error.message;
  return "The server can’t be reached. Check your connection and try again.";
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      // `data:<type>;base64,<content>`
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file can’t be read.")));
    reader.readAsDataURL(file);
  });
}
