/** share.html: a buyer's first page, so it has only what it needs: no router, session or form schemas. */
import "./buyer.css";
import type { InlinedShare } from "../../worker/contract/catalogue/share-view.ts";
import { loadLateParts } from "../features/share-page/late-parts.ts";
import { ShareDocument } from "./share-document.tsx";
import { startDocument } from "./start-document.tsx";

/** Null if the Worker inlined no data. */
function readInlined(): InlinedShare | null {
	const text = document.getElementById("share-data")?.textContent;
	// The Worker writes this element from the same type.
	return text ? (JSON.parse(text) as InlinedShare) : null;
}

const inlined = readInlined();

// Few addresses have these, and every buyer waits for this script.
if (/[?&](?:redirect|share)=/.test(location.search))
	void import("../lib/addresses/entry-query.ts").then(({ followEntry }) => followEntry(location));

startDocument(
	<ShareDocument address={location} inlined={inlined} />,
	inlined ? () => loadLateParts(inlined.page, location.search) : undefined,
);
