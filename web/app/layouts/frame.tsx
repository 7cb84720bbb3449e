import { type ReactNode, Suspense } from "react";
import { isChunkFailure, recoverFromChunkFailure } from "../../lib/page/chunk-recovery.ts";
import { useOnline } from "../../lib/page/use-online.ts";
import { usePaused } from "../../lib/server/queries/pauses.ts";
import { PageSpinner } from "../../ui/spinner.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { ErrorPage } from "../error-page.tsx";
import { useShellTexts } from "../texts.ts";
import { Footer } from "./footer.tsx";

export function SkipLink() {
	const t = useShellTexts();
	return (
		<a
			href="#main"
			className="btn btn-primary fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
		>
			{t("shell.skip")}
		</a>
	);
}

/** Shows the footer together with the screen, so that nothing shifts once the screen has loaded. */
export function Screen({ children, pageKey }: { children: ReactNode; pageKey: string }) {
	const t = useShellTexts();
	return (
		<>
			<OfflineBanner />
			<MaintenanceBanner />
			<Suspense
				fallback={
					<Main>
						<PageSpinner label={t("shell.loading")} />
					</Main>
				}
			>
				<Main>
					<ErrorBoundary
						key={pageKey}
						fallback={(error) => <ErrorPage isChunk={isChunkFailure(error)} />}
						onError={(error) => {
							if (isChunkFailure(error)) recoverFromChunkFailure();
						}}
					>
						{children}
					</ErrorBoundary>
				</Main>
				<Footer />
			</Suspense>
		</>
	);
}

function Main({ children }: { children: ReactNode }) {
	return (
		<main id="main" tabIndex={-1} className="flex-1 outline-none">
			{children}
		</main>
	);
}

function OfflineBanner() {
	const t = useShellTexts();
	const isOnline = useOnline();
	return (
		<div role="status">
			{!isOnline && (
				<p className="bg-ink px-6 py-2 text-center text-13 text-paper">{t("shell.offline")}</p>
			)}
		</div>
	);
}

function MaintenanceBanner() {
	const t = useShellTexts();
	const isPaused = usePaused("maintenance");
	return (
		<div role="status">
			{isPaused && (
				<p className="bg-ink px-6 py-2 text-center text-13 text-paper">{t("shell.maintenance")}</p>
			)}
		</div>
	);
}
