import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of what broke. */
  fallback: ReactNode;
  onError?(error: unknown): void;
  children: ReactNode;
}

/** Components of tools are foreign code: one that breaks takes nothing else of the page with it. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
