import { lazy } from "react";
import { UploadPage } from "../features/upload/screen/upload-page.tsx";

// The form doesn't wait for the components of the share page.
const BuyersPage = lazy(async () => {
	const [{ ShareBody }, { PickedShare }, { isPicked }] = await Promise.all([
		import("../features/share-page/share-page.tsx"),
		import("../features/share-page/singles/picked-share.tsx"),
		import("../features/share-page/picking.tsx"),
	]);
	return {
		default({ page }: Pick<Parameters<typeof ShareBody>[0], "page">) {
			const body = <ShareBody page={page} payment={{ step: "none" }} ClipStart={() => null} />;
			if (!isPicked(page)) return body;
			return (
				<PickedShare page={page} isUsed={false}>
					{body}
				</PickedShare>
			);
		},
	};
});

export default function UploadRoute() {
	return <UploadPage BuyersPage={BuyersPage} />;
}
