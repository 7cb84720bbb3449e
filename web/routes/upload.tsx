import { lazy } from "react";
import { UploadPage } from "../features/upload/screen/upload-page.tsx";

// The form doesn't wait for the components of the share page.
const BuyersPage = lazy(async () => {
	const { ShareBody } = await import("../features/share-page/share-page.tsx");
	return {
		default: ({ page }: Pick<Parameters<typeof ShareBody>[0], "page">) => (
			<ShareBody page={page} payment={{ step: "none" }} ClipStart={() => null} />
		),
	};
});

export default function UploadRoute() {
	return <UploadPage BuyersPage={BuyersPage} />;
}
