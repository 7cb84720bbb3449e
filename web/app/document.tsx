import { type ReactNode, StrictMode, Suspense } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Toaster } from "../ui/toaster.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

export function Document({ app }: { app: ReactNode }) {
	return (
		<StrictMode>
			<Suspense>
				<ErrorBoundary>{app}</ErrorBoundary>
				<Notifications />
			</Suspense>
		</StrictMode>
	);
}

function Notifications() {
	const t = useCommonTexts();
	return <Toaster label={t("common.notifications", { hotkey: "{hotkey}" })} />;
}
