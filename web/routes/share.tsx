/** Rendered by two documents: share.html (no router there) and index.html. */

import { type ComponentProps, lazy } from "react";
import { SharePage } from "../features/share-page/share-page.tsx";

const ClipStart = lazy(() => import("../features/upload/clip-start.tsx"));

/** The share page, with what makes previews for its creator. */
export default function ShareRoute(props: Omit<ComponentProps<typeof SharePage>, "ClipStart">) {
	return <SharePage {...props} ClipStart={ClipStart} />;
}
