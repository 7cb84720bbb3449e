import { type ReactNode, Suspense } from "react";
import { useOnline } from "../../lib/page/use-online.ts";
import { usePaused } from "../../lib/server/queries/pauses.ts";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { PageSpinner } from "../../ui/spinner.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { Footer } from "./footer.tsx";

export function SkipLink() {
	const t = useCommonTexts();
	return (
		<a
			href="#main"
			className="btn btn-primary fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
		>
			{t("common.skip")}
		</a>
	);
}

/** Shows the footer together with the screen, so that nothing shifts once the screen has loaded. */
export function Screen({
	children,
	pageKey,
	hasNotice = true,
}: {
	children: ReactNode;
	pageKey: string;
	/** with the legal notice in full */
	hasNotice?: boolean;
}) {
	const t = useCommonTexts();
	return (
		<>
			<OfflineBanner />
			<MaintenanceBanner />
			<Suspense
				fallback={
					<Main>
						<PageSpinner label={t("common.loading")} />
					</Main>
				}
			>
				<Main>
					<ErrorBoundary key={pageKey}>{children}</ErrorBoundary>
				</Main>
				<Footer hasNotice={hasNotice} />
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
	const t = useCommonTexts();
	return <Banner text={!useOnline() && t("common.offline")} />;
}

function MaintenanceBanner() {
	const t = useCommonTexts();
	return <Banner text={usePaused("maintenance") && t("common.maintenance")} />;
}

function Banner({ text }: { text: string | false }) {
	return (
		<div role="status">
			{text && <p className="bg-ink px-6 py-2 text-center text-13 text-paper">{text}</p>}
		</div>
	);
}
