import { I18nProvider } from "@lingui/react";
import { type ReactNode, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { isChunkFailure, recoverFromChunkFailure } from "../lib/chunk-recovery.ts";
import { i18n, textsToWaitFor } from "../lib/i18n.ts";
import { loadServerTexts } from "../lib/server-texts.ts";
import { Toaster } from "../ui/toaster.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { ErrorPage } from "./error-page.tsx";
import { useShellTexts } from "./texts.ts";

/** What every document has: texts, the outermost error boundary, and toasts. */
export function startDocument(app: ReactNode): void {
	window.addEventListener("vite:preloadError", (event) => {
		if (recoverFromChunkFailure()) event.preventDefault();
	});
	i18n.on("change", () => void loadServerTexts());
	void loadServerTexts();
	const root = document.getElementById("root");
	if (!root) throw new Error("The document has no #root");
	const render = () => createRoot(root).render(<Document app={app} />);
	// The server-rendered page stays until the app can render it in the visitor's language.
	const texts = textsToWaitFor();
	if (texts) void texts.then(render);
	else render();
}

function Document({ app }: { app: ReactNode }) {
	return (
		<StrictMode>
			<I18nProvider i18n={i18n}>
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
			</I18nProvider>
		</StrictMode>
	);
}

function Notifications() {
	const t = useShellTexts();
	return (
		<Toaster
			label={t("shell.notifications", { hotkey: "{hotkey}" })}
			closeLabel={t("shell.close")}
		/>
	);
}
