import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  use,
  useMemo,
} from "react";
import type { JsonObject, UiNode } from "@plugboard/api";
import { resolveBinding, walkTree } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import { readNodes } from "./read-attribute.ts";
import { useView } from "./view-context.tsx";

/** Props of an element's React component. */
export interface ElementProps {
  /** The element with resolved bindings. */
  readonly node: UiNode;
  /** The path in the tree, such as `block.children[0]`, which also identifies it while busy. */
  readonly path: string;
  /** The nesting depth. */
  readonly depth: number;
}

/** Renders one type of element. */
export type ElementComponent = ComponentType<ElementProps>;

/** Elements by type. Provided by context because elements render each other. */
export const ElementTableContext: React.Context<ReadonlyMap<string, ElementComponent>> = createContext<
  ReadonlyMap<string, ElementComponent>
>(new Map());

// Each element uses a few stack frames. The limit exceeds any real component and stays well below the stack
// size.
const maxDepth = 100;

/** Renders an element, or a problem notice. */
export function ElementView({ node, path, depth }: ElementProps): ReactNode {
  const component = use(ElementTableContext).get(node.type);
  const { snapshot } = useView();
  if (depth > maxDepth)
    return <Problem path="" message={`Elements are nested more than ${maxDepth} levels deep.`} />;
  if (component === undefined)
    return <Problem path={path} message={`The element “${node.type}” is not allowed here:`} />;
  return (
    <ErrorBoundary subject={node} fallback={<Problem path={path} message="This element can't be shown:" />}>
      {createElement(component, { node: bindAttributes(node, snapshot.state ?? {}), path, depth })}
    </ErrorBoundary>
  );
}

/** Renders the element or the list of elements in an attribute. */
export function ElementChildren({
  node,
  path,
  depth,
  name,
}: ElementProps & { readonly name: string }): ReactNode {
  const isList = Array.isArray(node[name]);
  return readNodes(node, name).map((child, index) => {
    const childPath = isList ? `${path}.${name}[${index}]` : `${path}.${name}`;
    return <ElementView key={childPath} node={child} path={childPath} depth={depth + 1} />;
  });
}

function bindAttributes(node: UiNode, state: JsonObject): UiNode {
  const attributes = Object.entries(node).map(([name, value]) => [name, resolveBinding(value, state)]);
  return { ...Object.fromEntries(attributes), type: node.type };
}

const maxElements = 20_000;

/** Renders a tree. Rejects a tree that is too large before rendering any of it. */
export function TreeView({ root }: { readonly root: UiNode }): ReactNode {
  const tooLarge = useMemo(() => hasMoreElements(root, maxElements), [root]);
  if (tooLarge) {
    return <Problem path={root.type} message={`The component has more than ${maxElements} elements:`} />;
  }
  return <ElementView node={root} path={root.type} depth={0} />;
}

/** Returns whether a tree has more than `limit` elements. Stops counting at the limit. */
function hasMoreElements(root: UiNode, limit: number): boolean {
  const elements = walkTree(root);
  for (let count = 0; count <= limit; count += 1) {
    if (elements.next().done === true) return false;
  }
  return true;
}

/** Shows a notice in place of invalid markup. */
export function Problem({ path, message }: { path: string; message: string }): ReactNode {
  return (
    <span className="plugboard-problem">
      <Icon name="warning" />
      <span>
        {message} <code>{path}</code>
      </span>
    </span>
  );
}

interface ErrorBoundaryProps {
  /** The rendered value. A change retries rendering. */
  readonly subject: unknown;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly subject: unknown;
  readonly failed: boolean;
}

/** Shows `fallback` if its children throw. React requires a class for this. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { subject: this.props.subject, failed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { subject }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState {
    return subject === state.subject ? state : { subject, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
