import ImagePlus from "icons:image-plus";
import Trash2 from "icons:trash";
import { useEffect, useId, useRef, useState } from "react";
import { AVATAR_EDGE } from "../../../worker/pages/storefront/contract/creator-page.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

/** Another picture, none, or (null) no change. */
export type AvatarChange = Blob | "remove" | null;

type Props = {
	stored: string | null;
	name: string;
	change: AvatarChange;
	onChange: (change: AvatarChange) => void;
	error: string | undefined;
};

export function AvatarField({ stored, name, change, onChange, error }: Props) {
	const t = useTexts();
	const input = useRef<HTMLInputElement>(null);
	const noteId = useId();
	const [isUnreadable, setUnreadable] = useState(false);
	const chosen = useObjectUrl(change instanceof Blob ? change : null);
	const shown = change === "remove" ? null : (chosen ?? stored);
	const problem = isUnreadable ? t("settings.pageAvatarUnreadable") : error;

	async function choose(file: File | undefined) {
		if (!file) return;
		try {
			onChange(await squarePicture(file));
			setUnreadable(false);
		} catch {
			setUnreadable(true);
		}
	}

	return (
		<fieldset className="flex flex-wrap items-center gap-5" aria-describedby={noteId}>
			<legend className="mb-1.5 font-medium">{t("settings.pageAvatar")}</legend>
			<Avatar src={shown} name={name} className="size-20 text-28" />
			<div className="min-w-0 flex-1 basis-52">
				<div className="flex flex-wrap gap-2">
					<Button icon={<Icon of={ImagePlus} />} onClick={() => input.current?.click()}>
						{t("settings.pageAvatarChoose")}
					</Button>
					{shown && (
						<Button
							tone="quiet"
							icon={<Icon of={Trash2} />}
							onClick={() => onChange(stored ? "remove" : null)}
						>
							{t("settings.pageAvatarRemove")}
						</Button>
					)}
				</div>
				<input
					ref={input}
					type="file"
					accept="image/jpeg,image/png,image/webp"
					className="hidden"
					aria-label={t("settings.pageAvatarChoose")}
					onChange={(event) => {
						void choose(event.target.files?.[0]);
						// Lets the same file be chosen again.
						event.target.value = "";
					}}
				/>
				<p
					id={noteId}
					aria-live="polite"
					className={`mt-2 text-13 ${problem ? "text-error" : "text-muted"}`}
				>
					{problem ?? t("settings.pageAvatarHint")}
				</p>
			</div>
		</fieldset>
	);
}

/** Revoked once the picture is no longer shown. */
function useObjectUrl(blob: Blob | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!blob) return setUrl(null);
		const made = URL.createObjectURL(blob);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [blob]);
	return url;
}

const QUALITY = 0.9;

/**
 * Returns the upright middle, on white and without metadata. @throws Error if it can't be decoded.
 */
async function squarePicture(file: Blob): Promise<Blob> {
	const bitmap = await createImageBitmap(file);
	const edge = Math.min(bitmap.width, bitmap.height);
	const size = Math.min(edge, 2 * AVATAR_EDGE);
	const canvas = document.createElement("canvas");
	canvas.width = size;
	canvas.height = size;
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	context.fillStyle = "#ffffff";
	context.fillRect(0, 0, size, size);
	context.imageSmoothingQuality = "high";
	const left = (bitmap.width - edge) / 2;
	const top = (bitmap.height - edge) / 2;
	context.drawImage(bitmap, left, top, edge, edge, 0, 0, size, size);
	bitmap.close();
	return new Promise((resolve, reject) => {
		canvas.toBlob(
			(blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
			"image/jpeg",
			QUALITY,
		);
	});
}
