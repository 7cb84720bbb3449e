import Download from "icons:download";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { formatNumber } from "../../../lib/i18n/format.ts";
import { fileLinks } from "../../../lib/server/queries/files.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useDownloadCheck } from "../closed-offer.tsx";
import { useSinglesTexts } from "./texts.ts";

/** The files that this viewer has bought one by one, in one ZIP; in both sizes if there are two. */
export function Bought({ page: { fileShare, files } }: { page: ShareResponse }) {
	const t = useSinglesTexts();
	const check = useDownloadCheck("closed.folderFailed");
	const bought = files.filter((file) => file.bought);
	const hasBoth = bought.some((file) => file.bought === "full" && file.webSize !== undefined);
	const { shareId } = fileShare;
	const n = bought.length;
	return (
		<div className="mt-4 grid gap-2.5 rounded-control bg-faint p-4">
			<p className="font-semibold">
				{t("singles.have", { n, total: formatNumber(fileShare.fileCount) })}
			</p>
			<a
				className={`${buttonClass("primary")} w-full`}
				href={fileLinks.all(shareId)}
				download=""
				onClick={check}
			>
				<Icon of={Download} />
				{t("singles.download", { n })}
			</a>
			{hasBoth && (
				<a
					className={`${buttonClass("plain")} w-full`}
					href={fileLinks.all(shareId, "web")}
					download=""
					onClick={check}
				>
					{t("singles.downloadWeb")}
				</a>
			)}
		</div>
	);
}
