import { ApiError } from "@plugboard/api/client";
import { uploadImage } from "@plugboard/content/routes";
import { uploadApi } from "../../data/platform-api.ts";
import { showToast } from "../../ui/show-toast.ts";

const maxMebibytes = 5;

/** The media types that can be uploaded, for the `accept` attribute of a field. */
export const uploadedTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml";

/**
 * Stores an image with a space and returns its address in Markdown. An SVG is stored as a PNG, because it can contain scripts.
 * Shows a toast and returns `undefined` if that fails.
 */
export async function uploadPageImage(spaceId: string, file: File): Promise<string | undefined> {
  if (file.size > maxMebibytes * 1024 * 1024) {
    const description = `The file is larger than ${maxMebibytes} MiB. Make it smaller, or save it with stronger compression.`;
    showToast({ title: `Couldn’t add ${file.name || "the image"}`, description });
    return undefined;
  }
  if (file.size === 0) {
    showToast({ title: `Couldn’t add ${file.name || "the image"}`, description: "The file is empty." });
    return undefined;
  }
  try {
    const body = { content: await readBase64(file.type === "image/svg+xml" ? await drawSvg(file) : file) };
    // `crypto.randomUUID` is unavailable on pages without TLS.
    const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const { path } = await uploadApi.call(uploadImage, { params: { spaceId }, body, idempotencyKey });
    return path;
  } catch (error) {
    showToast({ title: `Couldn’t add ${file.name || "the image"}`, description: describe(error) });
    return undefined;
  }
}

// For screens with two device pixels per CSS pixel.
const svgScale = 2;
const maxSvgPixels = 4096;

/** Draws an SVG as a PNG. Browsers run no scripts and load nothing else for an SVG in an image element. */
async function drawSvg(file: File): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${await readBase64(file)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(svgScale, maxSvgPixels / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new DOMException("empty")) : resolve(blob)), "image/png");
  });
}

// `FileReader` fails with these.
const unreadable: ReadonlySet<string> = new Set(["NotFoundError", "NotReadableError"]);

function describe(error: unknown): string {
  if (error instanceof DOMException)
    return unreadable.has(error.name)
      ? "It can’t be read. Folders can’t be added. If it’s a file, check that it still exists."
      : "The file isn’t a valid SVG image.";
  if (error instanceof ApiError && error.status !== undefined) return error.message;
  return "The server can’t be reached. Check your connection and try again.";
}

/** Returns the content of a file in base64. */
export function readBase64(file: Blob): Promise<string> {
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
