/** An error boundary: shows a text as plain text after a rendering error, until the text changes. */
import { Component, type ReactNode } from 'react';

import { MarkdownPlain } from './MarkdownPlain';

interface MarkdownBoundaryProps {
  text: string;
  children: ReactNode;
}

interface MarkdownBoundaryState {
  text: string;
  hasFailed: boolean;
}

export class MarkdownBoundary extends Component<MarkdownBoundaryProps, MarkdownBoundaryState> {
  override state: MarkdownBoundaryState = { text: this.props.text, hasFailed: false };

  static getDerivedStateFromError(): Partial<MarkdownBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { text }: MarkdownBoundaryProps,
    state: MarkdownBoundaryState,
  ): MarkdownBoundaryState | null {
    return text === state.text ? null : { text, hasFailed: false };
  }

  override render() {
    return this.state.hasFailed ? <MarkdownPlain text={this.props.text} /> : this.props.children;
  }
}
