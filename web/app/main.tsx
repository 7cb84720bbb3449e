import "./zod-settings.ts";
import "./styles.css";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app.tsx";
import { PRERENDERED_SCREENS } from "./router.tsx";
import { startDocument } from "./start-document.tsx";

startDocument(
	<BrowserRouter>
		<App />
	</BrowserRouter>,
	PRERENDERED_SCREENS[location.pathname],
);
