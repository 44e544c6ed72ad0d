import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    imageUploads: {
      /** Lets the user choose images from the device, and inserts them at the caret. */
      pickImages: () => ReturnType;
    };
  }
}

/** Stores a file and returns the image's address. `undefined` if the upload failed; the user has already been notified. */
export type UploadImage = (file: File) => Promise<string | undefined>;

/** Adds or removes a placeholder. */
type Change =
  | { readonly id: symbol; readonly position: number; readonly name: string }
  | { readonly id: symbol };

const key = new PluginKey<DecorationSet>("imageUploads");
const acceptedTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif";

/**
 * Uploads images that are pasted, dropped or chosen. A placeholder marks their position, which moves as the
 * user types. It isn't part of the page.
 */
export function createImageUploads(upload: UploadImage): Extension {
  return Extension.create({
    name: "imageUploads",
    addCommands: () => ({
      pickImages:
        () =>
        ({ editor }) => {
          const input = document.createElement("input");
          Object.assign(input, { type: "file", accept: acceptedTypes, multiple: true });
          input.addEventListener("change", () => {
            insertImages(editor, upload, [...(input.files ?? [])]);
            editor.commands.focus();
          });
          // After the current transaction.
          queueMicrotask(() => input.click());
          return true;
        },
    }),
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin<DecorationSet>({
          key,
          state: { init: () => DecorationSet.empty, apply: applyChange },
          props: {
            decorations: (state) => key.getState(state),
            handlePaste: (_view, { clipboardData }) => {
              const files = [...(clipboardData?.files ?? [])];
              // Office programs add a picture of the text they copy.
              if (files.length === 0 || clipboardData?.getData("text/plain") !== "") return false;
              insertImages(editor, upload, files);
              return true;
            },
            handleDrop: (view, event, _slice, isMove) => {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (isMove || files.length === 0) return false;
              // Otherwise the browser opens the file.
              event.preventDefault();
              const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
              insertImages(editor, upload, files, place?.pos);
              return true;
            },
          },
        }),
      ];
    },
  });
}

function applyChange(tr: Transaction, before: DecorationSet): DecorationSet {
  const placeholders = before.map(tr.mapping, tr.doc);
  // Only this file sets it.
  const change = tr.getMeta(key) as Change | undefined;
  if (change === undefined) return placeholders;
  if (!("position" in change)) return placeholders.remove(find(placeholders, change.id));
  const { id, position, name } = change;
  // Text typed at the placeholder goes after it.
  const widget = Decoration.widget(position, () => drawPlaceholder(name), { id, side: -1 });
  return placeholders.add(tr.doc, [widget]);
}

function drawPlaceholder(name: string): HTMLElement {
  const placeholder = document.createElement("span");
  placeholder.className = "image-placeholder";
  placeholder.setAttribute("role", "status");
  placeholder.textContent = name === "" ? "Uploading…" : `Uploading ${name}…`;
  return placeholder;
}

function find(placeholders: DecorationSet, id: symbol): Decoration[] {
  return placeholders.find(undefined, undefined, (spec) => spec["id"] === id);
}

function insertImages(
  editor: Editor,
  upload: UploadImage,
  files: readonly File[],
  position: number = editor.state.selection.to,
): void {
  const change = (tr: Transaction, value: Change) => tr.setMeta(key, value).setMeta("addToHistory", false);
  const pending = files.map((file) => {
    const id = Symbol(file.name);
    editor.view.dispatch(change(editor.state.tr, { id, position, name: file.name }));
    return { file, id };
  });
  const run = async (): Promise<void> => {
    // One after the other, in the order of the files.
    for (const { file, id } of pending) {
      const src = await upload(file);
      if (editor.isDestroyed) return;
      const { state } = editor;
      const at = placeholderPosition(state, id) ?? state.selection.to;
      const { tr } = state;
      if (src !== undefined) insertImage(tr, at, src);
      editor.view.dispatch(tr.setMeta(key, { id }));
    }
  };
  void run();
}

/** `undefined` if the text around it was deleted. */
function placeholderPosition(state: EditorState, id: symbol): number | undefined {
  const placeholders = key.getState(state);
  return placeholders === undefined ? undefined : find(placeholders, id)[0]?.from;
}

/** Inserts an image in its own paragraph. A caret in an empty paragraph there moves to the next line. */
function insertImage(tr: Transaction, position: number, src: string): void {
  const { paragraph, image } = tr.doc.type.schema.nodes;
  if (paragraph === undefined || image === undefined) return;
  const { parent } = tr.doc.resolve(position);
  const hasCaret = parent.content.size === 0 && tr.selection.$from.parent === parent;
  const steps = tr.mapping.maps.length;
  tr.replaceRangeWith(position, position, paragraph.create(null, image.create({ src, alt: "" })));
  if (!hasCaret) return;
  const after = tr.mapping.slice(steps).map(position);
  if (tr.doc.resolve(after).nodeAfter?.isTextblock !== true) tr.insert(after, paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(after + 1))).scrollIntoView();
}
