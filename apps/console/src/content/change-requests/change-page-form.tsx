import type { ChangeRequest, PagePlan, PageResource } from "@plugboard/content/types";
import { planChangeRequestPage } from "@plugboard/content/routes";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { formatList } from "../../ui/format.ts";
import { LabeledField } from "../../ui/labeled-field.tsx";
import { problemAt } from "../../ui/text-field.tsx";
import { locationOf, pagesBelow, toRows } from "../page-tree/arrange-pages.ts";
import { PathField } from "../common/name-fields.tsx";
import { PlaceFields } from "../page-tree/place-fields.tsx";
import { treeAfter } from "./tree-after.ts";

interface ChangePageFormProps {
  readonly changeRequest: ChangeRequest;
  /** The published pages of its space. */
  readonly pages: readonly PageResource[];
}

/** Selects a page to edit, move or delete in a change request. */
export function ChangePageForm({ changeRequest, pages }: ChangePageFormProps): ReactNode {
  const { spaceId, id: changeRequestId, structure } = changeRequest;
  const navigate = useNavigate();
  const tree = treeAfter(pages, structure);
  const [pageId, setPageId] = useState("");
  const [asking, setAsking] = useState<"move" | "delete">();
  const page = tree.find(({ id }) => id === pageId);
  if (tree.length === 0) return null;
  const close = (): void => setAsking(undefined);
  return (
    <>
      <Form
        className="panel entry-form"
        onSubmit={() =>
          void navigate({
            to: "/content/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId",
            params: { spaceId, changeRequestId, pageId },
          })
        }
      >
        <LabeledField label="Change a page">
          {(control) => (
            <select {...control} required value={pageId} onChange={({ target }) => setPageId(target.value)}>
              <option value="">Choose a page</option>
              {toRows(tree).map(({ page: { id, title }, level }) => (
                <option key={id} value={id}>
                  {`${"\u00a0\u00a0\u00a0".repeat(level)}${title}`}
                </option>
              ))}
            </select>
          )}
        </LabeledField>
        <p className="row">
          <Button type="submit">Edit</Button>
          <Button disabled={page === undefined} onClick={() => setAsking("move")}>
            Move or change path…
          </Button>
          <Button disabled={page === undefined} onClick={() => setAsking("delete")}>
            Delete…
          </Button>
        </p>
      </Form>
      {page !== undefined && asking === "move" && (
        <PlanMove changeRequest={changeRequest} page={page} pages={tree} onClose={close} />
      )}
      {page !== undefined && asking === "delete" && (
        <PlanDeletion changeRequest={changeRequest} page={page} pages={tree} onClose={close} />
      )}
    </>
  );
}

interface PlanProps extends ChangePageFormProps {
  readonly page: PageResource;
  readonly onClose: () => void;
}

function usePlan({ changeRequest: { spaceId, id: changeRequestId }, page, onClose }: PlanProps) {
  const params = { spaceId, changeRequestId, pageId: page.id };
  return useChange((body: PagePlan) => api.call(planChangeRequestPage, { params, body }), onClose);
}

function PlanMove(props: PlanProps): ReactNode {
  const { page, pages, onClose } = props;
  const [location, setLocation] = useState(locationOf(page));
  const [path, setPath] = useState(page.path);
  const plan = usePlan(props);
  const own = new Set([page.id, ...pagesBelow(pages, page.id).map(({ id }) => id)]);
  return (
    <FormDialog
      title={`Move ${page.title}`}
      description="Takes effect when the change request is published. Pages below it move with it."
      action="Move"
      busy={plan.isPending}
      error={plan.error}
      fields={["path"]}
      onSubmit={() => plan.mutate({ ...location, path })}
      onClose={onClose}
    >
      <PlaceFields pages={pages.filter(({ id }) => !own.has(id))} value={location} onChange={setLocation} />
      <PathField
        value={path}
        onChange={setPath}
        current={page.path}
        problem={problemAt(plan.error, "path")}
        hint="The last part of the page’s URL."
      />
    </FormDialog>
  );
}

function PlanDeletion(props: PlanProps): ReactNode {
  const { page, pages, onClose } = props;
  const plan = usePlan(props);
  const below = pagesBelow(pages, page.id);
  return (
    <ConfirmDialog
      title={`Delete ${page.title}?`}
      consequence={
        <>
          <p>The page is deleted when the change request is published.</p>
          {below.length > 0 && (
            <p>So are the pages below it: {formatList(below.map(({ title }) => title))}.</p>
          )}
        </>
      }
      action="Delete on publishing"
      busy={plan.isPending}
      error={plan.error}
      onConfirm={() => plan.mutate({ delete: true })}
      onCancel={onClose}
    />
  );
}
