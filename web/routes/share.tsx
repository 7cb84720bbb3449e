import { type ComponentProps, lazy } from "react";
import { SharePage } from "../features/share-page/share-page.tsx";

/** Loads what shows a bundle. */
export const importBundle = () => import("./bundle.tsx");
const LazyBundle = lazy(importBundle);

type Page = ComponentProps<typeof SharePage>;
type Props = Omit<Page, "Bundle"> & Partial<Pick<Page, "Bundle">>;

/** Rendered by two documents: share.html (no router there) and index.html. */
export default function ShareRoute({ Bundle = LazyBundle, ...props }: Props) {
	return <SharePage {...props} Bundle={Bundle} />;
}
