import { Component, type ReactNode } from "react";

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

/** Shows `fallback` where its children throw while they render. Only a class can be told of that by React. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
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
