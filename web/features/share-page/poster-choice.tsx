import Image from "icons:image";
import type { RefObject } from "react";
import {
	POSTER_BYTES,
	POSTER_EDGE,
} from "../../../worker/files/previews/contract/preview-sizes.ts";
import { catalogue } from "../../lib/i18n/i18n.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { putFilePreview } from "../../lib/server/queries/missing-previews.ts";
import { UseMoment } from "../../shared/use-moment.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import en from "./poster.messages.json";

const usePosterTexts = catalogue(en);

export default function PosterChoice({
	fileId,
	slug,
	video,
}: {
	fileId: string;
	slug: string;
	video: RefObject<HTMLVideoElement | null>;
}) {
	const t = usePosterTexts();
	return (
		<UseMoment
			media={video}
			icon={<Icon of={Image} size={18} />}
			texts={{
				use: t("poster.use"),
				pending: t("poster.sending"),
				hint: t("poster.hint"),
				failed: t("poster.failed"),
			}}
			onUse={async (film) => {
				const { videoWidth: width, videoHeight: height } = film;
				const body = await frameOf(film);
				const signal = AbortSignal.timeout(60_000);
				await putFilePreview(fileId, { kind: "poster", body, width, height }, signal);
				toast({ title: t("poster.saved") });
				void updateLinkCard(slug);
			}}
		/>
	);
}

/** Returns the shown frame as a small JPEG. Throws if that is impossible. */
async function frameOf(film: HTMLVideoElement): Promise<Blob> {
	const { videoWidth, videoHeight } = film;
	const scale = Math.min(1, POSTER_EDGE / Math.max(videoWidth, videoHeight));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(videoWidth * scale));
	canvas.height = Math.max(1, Math.round(videoHeight * scale));
	canvas.getContext("2d")?.drawImage(film, 0, 0, canvas.width, canvas.height);
	for (const quality of [0.85, 0.7, 0.5]) {
		const body = await new Promise<Blob | null>((resolve) =>
			canvas.toBlob(resolve, "image/jpeg", quality),
		);
		if (body && body.size <= POSTER_BYTES) return body;
	}
	throw new Error("no frame small enough");
}
