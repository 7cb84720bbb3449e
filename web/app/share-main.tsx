/**
 * share.html: a buyer's first page, so it includes only what it needs: no router, no session, no form
 * schemas. The Worker serves the built `share.html` for `/share/{id}` (with the share's data inlined); if
 * it serves index.html there, that document shows the same route.
 */
import "./styles.css";
import { SWRConfig } from "swr";
import { swrConfig } from "../lib/swr.ts";
import SharePage from "../routes/share.tsx";
import { startDocument } from "./document.tsx";
import { BuyerLayout } from "./layouts/buyer-layout.tsx";
import { slugOf } from "./slug.ts";

startDocument(
	<SWRConfig value={swrConfig}>
		<BuyerLayout>
			<SharePage slug={slugOf(location.pathname)} />
		</BuyerLayout>
	</SWRConfig>,
);
