import type { ComponentProps } from "react";
import { CreatorPage } from "../features/creator-page/creator-page.tsx";

export default function CreatorRoute(props: ComponentProps<typeof CreatorPage>) {
	return <CreatorPage {...props} />;
}
