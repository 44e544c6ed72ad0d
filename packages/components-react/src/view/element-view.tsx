import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import type { JsonObject, UiNode } from "@plugboard/api";
import { readNodes } from "../tree/read-attribute.ts";
import { resolveBinding } from "@plugboard/components/session";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Problem } from "./problem.tsx";
import { useView } from "./view-context.ts";

/** What the React component of an element is given. */
export interface ElementProps {
  /** The element, its attributes' bindings already filled in. */
  readonly node: UiNode;
  /** Where it stands in the tree, such as `block.children[0]`; also names it while it is busy. */
  readonly path: string;
  /** How many elements it stands inside. */
  readonly depth: number;
}

/** Renders one type of element. */
export type ElementComponent = ComponentType<ElementProps>;

/** The elements a tree may hold, by type. Comes from the context, because an element renders others in turn. */
export const ElementTableContext: React.Context<ReadonlyMap<string, ElementComponent>> = createContext<
  ReadonlyMap<string, ElementComponent>
>(new Map());

// Each element takes a few frames of the stack; far more levels than any component has, far fewer than a stack.
const maximumDepth = 100;

/** An element of a tree, or what is wrong with it. */
export function ElementView({ node, path, depth }: ElementProps): ReactNode {
  const component = use(ElementTableContext).get(node.type);
  const { snapshot } = useView();
  if (depth > maximumDepth)
    return <Problem path="" message={`Elements are more than ${maximumDepth} levels deep.`} />;
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
