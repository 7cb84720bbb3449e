import { type RefObject, useState } from "react";
import { POSTER_BYTES, POSTER_EDGE } from "../../../worker/contract/files/preview-sizes.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { putFilePreview } from "../../lib/server/queries/missing-previews.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Image } from "../../ui/icons/image.ts";
import { toast } from "../../ui/toast.ts";
import { usePosterTexts } from "./poster-texts.ts";

/** Lets a film's creator choose the frame that buyers see before they play it. */
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
	const [isPending, setPending] = useState(false);
	async function use() {
		const film = video.current;
		if (!film) return;
		film.pause();
		setPending(true);
		try {
			const { videoWidth: width, videoHeight: height } = film;
			const body = await frameOf(film);
			const signal = AbortSignal.timeout(60_000);
			await putFilePreview(fileId, { kind: "poster", body, width, height }, signal);
			toast({ title: t("poster.saved") });
			void updateLinkCard(slug);
		} catch (error) {
			toast({ tone: "destructive", title: t("poster.failed"), text: failureText(error, "") });
		} finally {
			setPending(false);
		}
	}
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
			<Button
				size="sm"
				icon={<Icon of={Image} size={18} />}
				pending={isPending && t("poster.sending")}
				onClick={use}
			>
				{t("poster.use")}
			</Button>
			<span className="text-13 text-muted">{t("poster.hint")}</span>
		</div>
	);
}

/** The frame that is shown now, as a JPEG that is small enough. Throws when there is none. */
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
