import { SWRConfig } from "swr";
import { swrConfig } from "../lib/server/swr.ts";
import { SessionProvider } from "../lib/session/session.tsx";
import { Router } from "./router.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

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
