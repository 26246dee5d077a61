import { Component, type ReactNode } from "react";
import { PlainText } from "./value.tsx";

interface TroubleProps {
  /** What the children are, such as "The comparison"; default: nothing that has a name. */
  readonly what?: string;
  readonly children: ReactNode;
}

/** Says what went wrong instead of showing nothing. */
export class Trouble extends Component<TroubleProps, { readonly message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <p className="trouble" role="alert">
        {this.props.what !== undefined && `${this.props.what} cannot be shown: `}
        <PlainText text={this.state.message} />
      </p>
    );
  }
}
