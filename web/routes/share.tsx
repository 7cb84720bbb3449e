import type { ComponentProps } from "react";
import { SharePage } from "../features/share-page/share-page.tsx";

/** Rendered by two documents: share.html (no router there) and index.html. */
export default function ShareRoute(props: ComponentProps<typeof SharePage>) {
	return <SharePage {...props} />;
}
