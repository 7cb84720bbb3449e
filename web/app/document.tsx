import { type ReactNode, StrictMode, Suspense } from "react";
import { isChunkFailure, recoverFromChunkFailure } from "../lib/page/chunk-recovery.ts";
import { Toaster } from "../ui/toaster.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { ErrorPage } from "./error-page.tsx";
import { useShellTexts } from "./texts.ts";

export function Document({ app }: { app: ReactNode }) {
	return (
		<StrictMode>
			<Suspense>
				<ErrorBoundary
					fallback={(error) => (
						<main>
							<ErrorPage isChunk={isChunkFailure(error)} />
						</main>
					)}
					onError={(error) => {
						if (isChunkFailure(error)) recoverFromChunkFailure();
					}}
				>
					{app}
				</ErrorBoundary>
				<Notifications />
			</Suspense>
		</StrictMode>
	);
}

function Notifications() {
	const t = useShellTexts();
	return <Toaster label={t("shell.notifications", { hotkey: "{hotkey}" })} />;
}
