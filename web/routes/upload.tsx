import { lazy } from "react";
import { UploadPage } from "../features/upload/screen/upload-page.tsx";

// The form doesn't wait for the components of the share page.
const BuyersPage = lazy(async () => {
	const [{ ShareBody }, { LatePicked }] = await Promise.all([
		import("../features/share-page/share-page.tsx"),
		import("../features/share-page/late-parts.ts"),
	]);
	return {
		default({ page }: Pick<Parameters<typeof ShareBody>[0], "page">) {
			const body = <ShareBody page={page} payment={{ step: "none" }} ClipStart={() => null} />;
			if (!page.fileShare.singles) return body;
			// The owner's own choice isn't read for a page that can't be used.
			const shown = { ...page, fileShare: { ...page.fileShare, choosing: null } };
			return <LatePicked page={shown}>{body}</LatePicked>;
		},
	};
});

export default function UploadRoute() {
	return <UploadPage BuyersPage={BuyersPage} />;
}
