import type { ReactNode } from "react";

interface ActionTableProps {
  readonly columns: readonly string[];
  /** The rows, each with a last cell for its buttons. */
  readonly children: ReactNode;
}

/** A table whose last column has buttons. */
export function ActionTable({ columns, children }: ActionTableProps) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
