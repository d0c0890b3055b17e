import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of the broken component. */
  fallback: ReactNode;
  onError?(error: unknown): void;
  children: ReactNode;
}

/** Components of tools are foreign code: one that breaks does not affect the rest of the page. */
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
