import type { ComponentProps } from "react";
import { CreatorPage } from "../features/creator-page/creator-page.tsx";

/** Rendered by two documents: creator.html (no router there) and index.html. */
export default function CreatorRoute(props: ComponentProps<typeof CreatorPage>) {
	return <CreatorPage {...props} />;
}
