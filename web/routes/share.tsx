import { type ComponentProps, lazy } from "react";
import { SharePage } from "../features/share-page/share-page.tsx";

const ClipStart = lazy(() => import("../features/upload/clip-start.tsx"));

export default function ShareRoute(props: Omit<ComponentProps<typeof SharePage>, "ClipStart">) {
	return <SharePage {...props} ClipStart={ClipStart} />;
}
