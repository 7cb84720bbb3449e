import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import { isOpenToAll } from "../../../worker/catalogue/shares/contract/share-view.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";

const PICTURES = {
	blur: "offer.setBlur",
	watermark: "offer.setWatermark",
	none: "offer.setNone",
} as const;

type SetOptions = Pick<
	DraftDetails,
	"pricing" | "asksAddress" | "saleMode" | "maxSales" | "licence" | "choosing"
> & {
	/** the previews' settings, unless they are named elsewhere */
	images?: PreviewPolicy["images"];
	hasPictures?: boolean;
	samples?: number;
};

export function useSetWords(options: SetOptions): string[] {
	const t = useOfferTexts();
	const { pricing, saleMode, maxSales, licence, choosing, images, hasPictures } = options;
	const isOpen = isOpenToAll(options);
	// Everyone sees the pictures as they are.
	const samples = isOpen ? 0 : (options.samples ?? 0);
	const limit = Number(maxSales);
	const isLimited = saleMode === "each" && Number.isSafeInteger(limit) && limit > 0;
	return [
		saleMode === "link"
			? t("offer.setLink")
			: pricing === "free"
				? t(isOpen && choosing ? "offer.prepaid" : "offer.costsNothing")
				: t("offer.setEach"),
		isLimited && t("offer.setLimit", { n: limit }),
		!isOpen && images && (hasPictures || images === "none") && t(PICTURES[images]),
		samples > 0 && t("offer.setSamples", { n: samples }),
		choosing !== null && t("offer.setChoosing"),
		licence.trim() !== "" && t("offer.setLicence"),
	].filter((words) => typeof words === "string");
}
