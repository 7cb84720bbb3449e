import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";

const PICTURES = {
	blur: "offer.setBlur",
	watermark: "offer.setWatermark",
	none: "offer.setNone",
} as const;

type SetOptions = Pick<DraftDetails, "saleMode" | "maxSales" | "licence" | "choosing"> & {
	/** the previews' settings, unless they are named elsewhere */
	images?: PreviewPolicy["images"];
	hasPictures?: boolean;
	samples?: number;
};

export function useSetWords(options: SetOptions): string[] {
	const t = useOfferTexts();
	const { saleMode, maxSales, licence, choosing, images, hasPictures, samples = 0 } = options;
	const limit = Number(maxSales);
	const isLimited = saleMode === "each" && Number.isSafeInteger(limit) && limit > 0;
	return [
		t(saleMode === "link" ? "offer.setLink" : "offer.setEach"),
		isLimited && t("offer.setLimit", { n: limit }),
		images && (hasPictures || images === "none") && t(PICTURES[images]),
		samples > 0 && t("offer.setSamples", { n: samples }),
		choosing !== null && t("offer.setChoosing"),
		licence.trim() !== "" && t("offer.setLicence"),
	].filter((words) => typeof words === "string");
}
