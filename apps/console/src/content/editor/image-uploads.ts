import { type Editor, Extension, type JSONContent } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { uploadedTypes } from "./upload-page-image.ts";
import { showToast } from "../../ui/show-toast.ts";

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

/** The place of an image that is being uploaded. */
interface Placeholder {
  readonly position: number;
  readonly name: string;
}

/** Adds a placeholder, or removes it if the placeholder is `undefined`. */
interface Change {
  readonly id: string;
  readonly placeholder?: Placeholder | undefined;
}

type Placeholders = ReadonlyMap<string, Placeholder>;

const key = new PluginKey<Placeholders>("imageUploads");

/** A stored image whose editor was closed during the upload. */
export interface LateImage {
  readonly src: string;
  /** The name of its file. */
  readonly name: string;
  /** The text when the editor was closed. */
  readonly text: JSONContent;
  /** The part of it before the image. */
  readonly before: JSONContent;
}

interface ImageUploadOptions {
  readonly upload: UploadImage;
  /** Called with an image whose upload ended after the editor was closed. */
  readonly onLate: (image: LateImage) => void;
}

/**
 * Uploads images that are pasted, dropped or chosen. A placeholder marks their position, which moves as the
 * user types. It isn't part of the page.
 */
export function createImageUploads(options: ImageUploadOptions): Extension {
  return Extension.create({
    name: "imageUploads",
    addCommands: () => ({
      pickImages:
        () =>
        ({ editor }) => {
          const input = document.createElement("input");
          Object.assign(input, { type: "file", accept: uploadedTypes, multiple: true });
          input.addEventListener("change", () => {
            insertImages(editor, options, [...(input.files ?? [])]);
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
        new Plugin<Placeholders>({
          key,
          state: { init: () => new Map(), apply: applyChange },
          props: {
            decorations: (state) => DecorationSet.create(state.doc, draw(placeholdersOf(state))),
            handlePaste: (_view, { clipboardData }) => {
              const files = [...(clipboardData?.files ?? [])];
              // Office programs add a picture of the text they copy.
              if (files.length === 0 || clipboardData?.getData("text/plain") !== "") return false;
              insertImages(editor, options, files);
              return true;
            },
            handleDrop: (view, event, _slice, isMove) => {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (isMove || files.length === 0) return false;
              // Otherwise the browser opens the file.
              event.preventDefault();
              const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
              insertImages(editor, options, files, place?.pos);
              return true;
            },
          },
        }),
      ];
    },
  });
}

function placeholdersOf(state: EditorState): Placeholders {
  return key.getState(state) ?? new Map();
}

/** Moves placeholders with the text. A placeholder is removed with the text on both of its sides. */
function applyChange(tr: Transaction, before: Placeholders): Placeholders {
  // Text from another window replaces the text around a placeholder without the author's intention to remove it.
  const isForeign = tr.getMeta("preventUpdate") === true;
  const placeholders = new Map<string, Placeholder>();
  for (const [id, { position, name }] of before) {
    // Text typed at the placeholder goes after it.
    const { pos, deletedAcross } = tr.mapping.mapResult(position, -1);
    if (!deletedAcross || isForeign) placeholders.set(id, { position: pos, name });
  }
  // Only this file sets it.
  const change = tr.getMeta(key) as Change | undefined;
  if (change?.placeholder !== undefined) placeholders.set(change.id, change.placeholder);
  else if (change !== undefined) placeholders.delete(change.id);
  return placeholders;
}

function draw(placeholders: Placeholders): Decoration[] {
  return [...placeholders].map(([id, { position, name }]) =>
    Decoration.widget(position, () => drawPlaceholder(name), { key: id, side: -1 }),
  );
}

function drawPlaceholder(name: string): HTMLElement {
  const placeholder = document.createElement("span");
  placeholder.className = "image-placeholder";
  placeholder.setAttribute("role", "status");
  placeholder.textContent = name === "" ? "Uploading…" : `Uploading ${name}…`;
  return placeholder;
}

let uploads = 0;

function insertImages(
  editor: Editor,
  { upload, onLate }: ImageUploadOptions,
  files: readonly File[],
  position: number = editor.state.selection.to,
): void {
  const pending = files.map((file) => {
    uploads += 1;
    const id = `upload-${uploads}`;
    editor.view.dispatch(withChange(editor.state.tr, { id, placeholder: { position, name: file.name } }));
    return { file, id };
  });
  const run = async (): Promise<void> => {
    window.addEventListener("beforeunload", ask);
    // One after the other, in the order of the files.
    for (const { file, id } of pending) {
      const src = await upload(file);
      const placeholder = placeholdersOf(editor.state).get(id);
      if (editor.isDestroyed) {
        // The state from before the editor was closed.
        if (src !== undefined && placeholder !== undefined)
          onLate({
            src,
            name: file.name,
            text: editor.state.doc.toJSON(),
            before: textBefore(editor.state, placeholder),
          });
        continue;
      }
      const { tr } = editor.state;
      if (src !== undefined && placeholder !== undefined) insertImage(tr, placeholder.position, src);
      editor.view.dispatch(withChange(tr, { id }));
      if (src !== undefined && placeholder === undefined) offerInsertion(editor, file.name, src);
    }
    window.removeEventListener("beforeunload", ask);
  };
  void run();
}

function withChange(tr: Transaction, change: Change): Transaction {
  return tr.setMeta(key, change).setMeta("addToHistory", tr.docChanged);
}

/** Asks before the page is closed, which would end the upload. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns the blocks up to the one that contains a placeholder. */
function textBefore({ doc }: EditorState, { position }: Placeholder): JSONContent {
  const $position = doc.resolve(position);
  const isAtStart = $position.parentOffset === 0 && $position.parent.content.size > 0;
  const end = $position.depth === 0 ? position : isAtStart ? $position.before(1) : $position.after(1);
  return doc.cut(0, end).toJSON();
}

function offerInsertion(editor: Editor, name: string, src: string): void {
  showToast({
    title: `${name || "The image"} wasn’t added`,
    description: "Its place in the text was deleted during the upload.",
    onUndo: () => {
      if (editor.isDestroyed) return;
      const { tr } = editor.state;
      insertImage(tr, tr.selection.to, src);
      editor.view.dispatch(tr);
    },
  });
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
