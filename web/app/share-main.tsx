/** share.html: a buyer's first page, so it has only what it needs: no router, session or form schemas. */
import "./buyer.css";
import type { InlinedShare } from "../../worker/catalogue/shares/contract/share-view.ts";
import { loadLateParts } from "../features/share-page/late-parts.ts";
import { ShareDocument } from "./share-document.tsx";
import { readInlined, startDocument } from "./start-document.tsx";

const inlined = readInlined<InlinedShare>("share-data");

// Few addresses have these, and every buyer waits for this script.
if (/[?&](?:redirect|share)=/.test(location.search))
	void import("../lib/addresses/entry-query.ts").then(({ followEntry }) => followEntry(location));

startDocument(
	<ShareDocument address={location} inlined={inlined} />,
	inlined ? () => loadLateParts(inlined.page, location.search) : undefined,
);
