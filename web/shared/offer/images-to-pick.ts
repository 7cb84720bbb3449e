import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";

type Images = PreviewPolicy["images"];
type Picked = Partial<Pick<DraftDetails, "singles" | "choosing">>;

const isPicked = ({ singles, choosing }: Picked) => Boolean(singles ?? choosing);

/** How pictures are seen after `change`: nobody can pick among blurs, so picking begins with watermarks. */
export function imagesToPick(
	before: Picked & { images: Images },
	change: Picked & { images?: Images | undefined },
): Images {
	if (change.images) return change.images;
	const isBegun = isPicked(change) && !isPicked(before);
	return isBegun && before.images === "blur" ? "watermark" : before.images;
}
