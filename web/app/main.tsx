import "./zod-settings.ts";
import "./styles.css";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { SessionProvider } from "../lib/session.tsx";
import { swrConfig } from "../lib/swr.ts";
import { startDocument } from "./document.tsx";
import { Router } from "./router.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

// index.html: every screen but the share page, which is a document of its own (share-main.tsx).
startDocument(
	<SWRConfig value={swrConfig}>
		<BrowserRouter>
			<SessionProvider>
				<Router />
				<SignInAgain />
			</SessionProvider>
		</BrowserRouter>
	</SWRConfig>,
);
