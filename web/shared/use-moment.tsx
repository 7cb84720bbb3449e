import { type ReactNode, type RefObject, useState } from "react";
import { failureText } from "../lib/i18n/server-texts.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** `stay` replaces the hint while busy. */
type Texts = { use: string; pending: string; hint: string; stay?: string; failed: string };

/** Pauses the track or film at the picked moment, and reports a failure. */
export function UseMoment<Media extends HTMLMediaElement>({
	media,
	icon,
	texts,
	onUse,
}: {
	media: RefObject<Media | null>;
	icon: ReactNode;
	texts: Texts;
	onUse: (media: Media) => Promise<void>;
}) {
	const [isPending, setPending] = useState(false);
	async function use() {
		if (!media.current) return;
		media.current.pause();
		setPending(true);
		try {
			await onUse(media.current);
		} catch (error) {
			toast({ tone: "destructive", title: texts.failed, text: failureText(error, "") });
		} finally {
			setPending(false);
		}
	}
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
			<Button size="sm" icon={icon} pending={isPending && texts.pending} onClick={use}>
				{texts.use}
			</Button>
			<span className="text-13 text-muted">{(isPending && texts.stay) || texts.hint}</span>
		</div>
	);
}
