import type { PageResource } from "@plugboard/content/types";
import { childrenOf, type PageLocation, toRows } from "./arrange-pages.ts";
import type { FieldProps } from "../common/name-fields.tsx";

type OfPages<Value> = FieldProps<Value> & { readonly pages: readonly PageResource[] };

/** Selects the parent of a page and the place among its children. */
export function PlaceFields({ pages, value: { parentId, position }, onChange }: OfPages<PageLocation>) {
  return (
    <>
      <ParentField
        pages={pages}
        value={parentId}
        onChange={(next) => onChange({ parentId: next, position: childrenOf(pages, next).length })}
      />
      <label>
        Place
        <select
          value={position}
          onChange={(event) => onChange({ parentId, position: Number(event.target.value) })}
        >
          <option value={0}>First</option>
          {childrenOf(pages, parentId).map(({ id, title }, index) => (
            <option key={id} value={index + 1}>
              After {title}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Selects the parent of a page. */
export function ParentField({ pages, value, onChange }: OfPages<string | null>) {
  return (
    <label>
      Below
      <select value={value ?? ""} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">None (top level)</option>
        {toRows(pages).map(({ page, level }) => (
          <option key={page.id} value={page.id}>
            {`${"\u00a0\u00a0\u00a0".repeat(level)}${page.title}`}
          </option>
        ))}
      </select>
    </label>
  );
}
