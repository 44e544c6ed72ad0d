import { type ReactNode, Suspense } from "react";
import type { ConfirmDialogProps, DialogProps, FormDialogProps } from "./dialog-view.tsx";
import { lazy } from "./lazy.ts";

// No page opens with a dialog, so the dialog code loads when the first one opens.
const views = () => import("./dialog-view.tsx");
const LazyDialog = lazy(async () => ({ default: (await views()).Dialog }));
const LazyFormDialog = lazy(async () => ({ default: (await views()).FormDialog }));
const LazyConfirmDialog = lazy(async () => ({ default: (await views()).ConfirmDialog }));

/** A modal dialog, open while mounted. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  );
}

/** A dialog with a form. Its children are the fields. */
export function FormDialog(props: FormDialogProps): ReactNode {
  return (
    <Suspense>
      <LazyFormDialog {...props} />
    </Suspense>
  );
}

/** Asks for confirmation before an action that can't be undone. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  return (
    <Suspense>
      <LazyConfirmDialog {...props} />
    </Suspense>
  );
}
