import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";

type Picked = Partial<Pick<DraftDetails, "singles" | "choosing">>;

const isPicked = ({ singles, choosing }: Picked) => Boolean(singles ?? choosing);

/** How pictures are seen after `change`: nobody can pick among blurs, so picking begins with watermarks. */
export function imagesToPick(
	images: PreviewPolicy["images"],
	before: Picked,
	change: Picked,
): PreviewPolicy["images"] {
	return images === "blur" && isPicked(change) && !isPicked(before) ? "watermark" : images;
}
