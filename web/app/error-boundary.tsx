import { Component, type ReactNode } from "react";
import { isChunkFailure, recoverFromChunkFailure } from "../lib/page/chunk-recovery.ts";
import { ErrorPage } from "./error-page.tsx";

type Props = { children: ReactNode };

/** Change its `key` to reset it. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
	override state = { error: null as unknown, failed: false };

	static getDerivedStateFromError(error: unknown) {
		return { error, failed: true };
	}

	override componentDidCatch(error: unknown) {
		console.error(error);
		if (isChunkFailure(error)) recoverFromChunkFailure();
	}

	override render() {
		const { error, failed } = this.state;
		return failed ? <ErrorPage isChunk={isChunkFailure(error)} /> : this.props.children;
	}
}
