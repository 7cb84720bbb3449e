/** creator.html: like share.html, a document for visitors, without router, session and form schemas. */
import "./buyer.css";
import type { InlinedCreator } from "../../worker/pages/storefront/contract/creator-page.ts";
import { CreatorDocument } from "./creator-document.tsx";
import { readInlined, startDocument } from "./start-document.tsx";

// Few addresses have these, and every buyer waits for this script.
if (/[?&](?:redirect|share)=/.test(location.search))
	void import("../lib/addresses/entry-query.ts").then(({ followEntry }) => followEntry(location));

startDocument(
	<CreatorDocument address={location} inlined={readInlined<InlinedCreator>("creator-data")} />,
);
