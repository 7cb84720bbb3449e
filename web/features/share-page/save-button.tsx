import Download from "icons:download";
import { useRef, useState } from "react";
import { editionFile, isLesser } from "../../../worker/catalogue/shares/contract/editions.ts";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useDownloadCheck } from "./closed-offer.tsx";
import { useClosedTexts } from "./closed-texts.ts";

/** Bytes; a share sheet needs the whole file in memory. */
const MAX_SHARED = 200 * 1024 * 1024;

function isShareable({ originalName, mimeType, size }: ShareFile): boolean {
	const isTouch = matchMedia("(pointer: coarse)").matches;
	const probe = new File([], originalName, { type: mimeType });
	return isTouch && size <= MAX_SHARED && Boolean(navigator.canShare?.({ files: [probe] }));
}

async function fetchWhole({ originalName, mimeType }: ShareFile, href: string): Promise<File> {
	const response = await fetch(href);
	if (!response.ok) throw new Error(`status ${response.status}`);
	return new File([await response.blob()], originalName, { type: mimeType });
}

/** As it is downloaded: of pictures bought in the web size, the original isn't sent. */
function downloadOf(file: ShareFile): ShareFile {
	const { bought = "full", originalName, webSize } = file;
	if (!isLesser(bought)) return file;
	return { ...file, ...editionFile(bought, originalName), size: webSize ?? file.size };
}

/** On phones the share sheet saves to the photo library; elsewhere, and if that fails, it is a download. */
export function SaveButton({ file: sold }: { file: ShareFile }) {
	const file = downloadOf(sold);
	const t = useClosedTexts();
	const check = useDownloadCheck("closed.fileFailed");
	const [canShare, setCanShare] = useState(() => isShareable(file));
	const [isBusy, setBusy] = useState(false);
	const whole = useRef<File | undefined>(undefined);
	const href = fileLinks.download(file.id);
	const { originalName: name } = file;

	async function save() {
		setBusy(true);
		try {
			whole.current ??= await fetchWhole(file, href);
			await navigator.share({ files: [whole.current] });
		} catch (error) {
			const reason = error instanceof DOMException ? error.name : null;
			// Closed by the user, or the tap was too long ago: the next one shares the loaded file.
			if (reason !== "AbortError" && reason !== "NotAllowedError") setCanShare(false);
		} finally {
			setBusy(false);
		}
	}

	const style = buttonClass("primary");
	if (canShare)
		return (
			<button type="button" className={style} disabled={isBusy} onClick={save}>
				<Icon of={Download} />
				<span>{t(isBusy ? "closed.saving" : "closed.save")}</span>
			</button>
		);
	return (
		<a
			className={style}
			href={href}
			download=""
			onClick={check}
			aria-label={t("closed.downloadNamed", { name })}
		>
			<Icon of={Download} />
			<span>{t("closed.download")}</span>
		</a>
	);
}
