import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { CARD_SIZE, RENDITION_BYTES } from "../../../worker/files/previews/contract/previews.ts";
import { APP_NAME } from "../i18n/app-name.ts";
import { formatSize } from "../i18n/format.ts";
import { i18n } from "../i18n/i18n.ts";
import { encodeJpeg } from "../selling/encode-jpeg.ts";
import { fetchPicture, putSharePicture } from "../server/queries/pictures.ts";
import { fetchShare } from "../server/queries/share-response.ts";
import { drawCard, loadCardFonts } from "./draw-card.ts";

async function coverOf({ cover }: ShareResponse) {
	if (!cover) return null;
	const picture = await createImageBitmap(await fetchPicture(cover.src));
	return { picture, isTiny: cover.kind === "image" };
}

/** Until this is stored, and if it fails, the server crops the cover instead, so a failure is only logged. */
export async function updateLinkCard(slug: string): Promise<void> {
	try {
		const page = await fetchShare(slug);
		const { fileShare, creator } = page;
		const [cover] = await Promise.all([coverOf(page), loadCardFonts()]);
		const canvas = document.createElement("canvas");
		Object.assign(canvas, CARD_SIZE);
		const context = canvas.getContext("2d");
		if (!context) throw new Error("no canvas");
		// The routes' texts, loaded before any screen.
		const files = i18n.text("common.files", {
			n: fileShare.fileCount,
			size: formatSize(fileShare.totalSize),
		});
		drawCard(context, {
			cover,
			title: fileShare.title,
			lines: creator.displayName ? [creator.displayName, files] : [files],
			mark: APP_NAME,
		});
		cover?.picture.close();
		await putSharePicture(slug, "card", await encodeJpeg(canvas, RENDITION_BYTES.card));
	} catch (error) {
		console.info("The link preview shows the cover alone.", error);
	}
}
