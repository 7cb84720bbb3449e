import { useState } from "react";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { takeUnlock } from "../../lib/buying/purchase-events.ts";
import { useHydrated } from "../../lib/page/use-hydrated.ts";
import { classes } from "../../ui/classes.ts";
import { boughtSources } from "./bought-sources.ts";
import { FILLS } from "./preview-sources.ts";
import { lastShown } from "./use-viewer-address.ts";

const STEP_MS = 50;
const LONGEST_MS = 300;

/** The picture opened last before the purchase; null unless this page follows one. */
let unlockedFrom: string | null | undefined;

/** Once paid for: the picture that was looked at last becomes sharp first, then those around it. */
function delayMs(file: ShareFile, unlocked: readonly ShareFile[]): number {
	if (unlockedFrom === undefined) unlockedFrom = takeUnlock() ? lastShown() : null;
	if (unlockedFrom === null) return 0;
	const first = unlocked.findIndex(({ id }) => id === unlockedFrom);
	return Math.min(LONGEST_MS, STEP_MS * Math.abs(unlocked.indexOf(file) - Math.max(0, first)));
}

/** Appears over its preview. */
export function BoughtPicture({
	file,
	sizes,
	unlocked = [file],
}: {
	file: ShareFile;
	sizes: string;
	unlocked?: readonly ShareFile[] | undefined;
}) {
	const [state, setState] = useState<"loading" | "there" | "failed">("loading");
	const isHydrated = useHydrated();
	const sources = boughtSources(file);
	if (!isHydrated || !sources || state === "failed") return null;
	return (
		<img
			src={sources.src}
			srcSet={sources.srcset}
			sizes={sizes}
			alt=""
			loading="lazy"
			decoding="async"
			onLoad={() => setState("there")}
			onError={() => setState("failed")}
			style={{ transitionDelay: `${delayMs(file, unlocked)}ms` }}
			className={classes(
				FILLS,
				"transition-[opacity,filter] duration-300 ease-out",
				state === "there" ? "opacity-100 blur-none" : "opacity-0 blur-md",
			)}
		/>
	);
}
