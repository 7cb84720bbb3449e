import { type RefObject, useState } from "react";
import type { PreviewPolicy } from "../../../worker/contract/catalogue/share-fields.ts";
import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { formatDuration } from "../../lib/i18n/format.ts";
import { catalogue } from "../../lib/i18n/i18n.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CirclePlay } from "../../ui/icons/circle-play.ts";
import { toast } from "../../ui/toast.ts";
import en from "./clip.messages.json";

const useTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=clip" }),
);

/** What was chosen while the page is open, by file: the page's own data is older. ms */
const chosen = new Map<string, number>();

/**
 * Lets the creator of a track or film choose where the part begins that is played before payment: at the moment
 * that `media` shows. The new clip is made of the stored original and replaces the former one.
 */
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
	const [isPending, setPending] = useState(false);
	const startMs = chosen.get(file.id) ?? file.preview?.clipStartMs ?? 0;
	// All of it is played already, or nothing is.
	if (policy === "whole" || !file.preview?.clipMs) return null;
	async function use() {
		if (!media.current) return;
		media.current.pause();
		setPending(true);
		try {
			const { replaceClip } = await import("./replace-clip.ts");
			const start = await replaceClip(file, policy, media.current.currentTime * 1000);
			chosen.set(file.id, start);
			toast({ tone: "good", title: t("clip.saved", { time: formatDuration(start) }) });
		} catch (error) {
			toast({ tone: "destructive", title: t("clip.failed"), text: failureText(error, "") });
		} finally {
			setPending(false);
		}
	}
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
			<Button
				size="sm"
				icon={<Icon of={CirclePlay} size={18} />}
				pending={isPending && t("clip.making")}
				onClick={use}
			>
				{t("clip.use")}
			</Button>
			<span className="text-13 text-muted">
				{isPending ? t("clip.stay") : t("clip.hint", { time: formatDuration(startMs) })}
			</span>
		</div>
	);
}
