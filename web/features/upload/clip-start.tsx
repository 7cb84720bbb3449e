import CirclePlay from "icons:circle-play";
import type { RefObject } from "react";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatDuration } from "../../lib/i18n/format.ts";
import { catalogue } from "../../lib/i18n/i18n.ts";
import { UseMoment } from "../../shared/use-moment.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import en from "./clip.messages.json";

const useTexts = catalogue(en);

/** ms by file. Newer than the page's data. */
const chosen = new Map<string, number>();

/** Remakes the clip from the stored original, starting at the moment that `media` shows. */
export default function ClipStart({
	file,
	policy,
	media,
}: {
	file: ShareFile;
	policy: PreviewPolicy["clip"];
	media: RefObject<HTMLMediaElement | null>;
}) {
	const t = useTexts();
	const startMs = chosen.get(file.id) ?? file.preview?.clipStartMs ?? 0;
	// All or nothing is played.
	if (policy === "whole" || !file.preview?.clipMs) return null;
	return (
		<UseMoment
			media={media}
			icon={<Icon of={CirclePlay} size={18} />}
			texts={{
				use: t("clip.use"),
				pending: t("clip.making"),
				hint: t("clip.hint", { time: formatDuration(startMs) }),
				stay: t("clip.stay"),
				failed: t("clip.failed"),
			}}
			onUse={async ({ currentTime }) => {
				const { replaceClip } = await import("./replace-clip.ts");
				const start = await replaceClip(file, policy, currentTime * 1000);
				chosen.set(file.id, start);
				toast({ tone: "good", title: t("clip.saved", { time: formatDuration(start) }) });
			}}
		/>
	);
}
