import { Component, type ReactNode } from "react";

type Props = {
	children: ReactNode;
	fallback: (error: unknown) => ReactNode;
	onError?: (error: unknown) => void;
};

/** Shows the fallback when a descendant throws while rendering. Change its `key` to reset it. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
	override state = { error: null as unknown, failed: false };

	static getDerivedStateFromError(error: unknown) {
		return { error, failed: true };
	}

	override componentDidCatch(error: unknown) {
		console.error(error);
		this.props.onError?.(error);
	}

	override render() {
		return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
	}
}
