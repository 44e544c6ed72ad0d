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

/** What the React component of an element is given. */
export interface ElementProps {
  /** The element, its attributes' bindings already filled in. */
  readonly node: UiNode;
  /** Its place in the tree, such as `block.children[0]`; also names it while it is busy. */
  readonly path: string;
  /** How many elements it is nested in. */
  readonly depth: number;
}

/** Renders one type of element. */
export type ElementComponent = ComponentType<ElementProps>;

/** The elements a tree may hold, by type. Comes from the context, because an element renders others in turn. */
export const ElementTableContext: React.Context<ReadonlyMap<string, ElementComponent>> = createContext<
  ReadonlyMap<string, ElementComponent>
>(new Map());

// Each element takes a few frames of the stack; far more levels than any component has, far fewer than a stack.
const maxDepth = 100;

/** An element of a tree, or what is wrong with it. */
export function ElementView({ node, path, depth }: ElementProps): ReactNode {
  const component = use(ElementTableContext).get(node.type);
  const { snapshot } = useView();
  if (depth > maxDepth)
    return <Problem path="" message={`Elements are more than ${maxDepth} levels deep.`} />;
  if (component === undefined)
    return <Problem path={path} message={`There is no element “${node.type}” here:`} />;
  return (
    <ErrorBoundary subject={node} fallback={<Problem path={path} message="This element can't be shown:" />}>
      {createElement(component, { node: bindAttributes(node, snapshot.state ?? {}), path, depth })}
    </ErrorBoundary>
  );
}

/** The elements in an attribute of another, which holds one or a list of them. */
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

/** A whole tree. One that is too large for a page is refused before any of it is rendered. */
export function TreeView({ root }: { readonly root: UiNode }): ReactNode {
  const tooLarge = useMemo(() => hasMoreElements(root, maxElements), [root]);
  if (tooLarge) {
    return <Problem path={root.type} message={`The component has more than ${maxElements} elements:`} />;
  }
  return <ElementView node={root} path={root.type} depth={0} />;
}

/** Whether a tree has more elements than `limit`; stops counting there. */
function hasMoreElements(root: UiNode, limit: number): boolean {
  const elements = walkTree(root);
  for (let count = 0; count <= limit; count += 1) {
    if (elements.next().done === true) return false;
  }
  return true;
}

/** A part of the markup that can't be shown, in its place. */
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
  /** What is rendered; when it is another, rendering is tried again. */
  readonly subject: unknown;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly subject: unknown;
  readonly failed: boolean;
}

/** Shows `fallback` where its children throw while they render. React notifies only classes of that. */
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
