import { SWRConfig } from "swr";
import { SessionProvider } from "../lib/session.tsx";
import { swrConfig } from "../lib/swr.ts";
import { Router } from "./router.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

/** Every screen but the share page, which is a document of its own (share-document.tsx). */
export function App() {
	return (
		<SWRConfig value={swrConfig}>
			<SessionProvider>
				<Router />
				<SignInAgain />
			</SessionProvider>
		</SWRConfig>
	);
}
