import "photoswipe/style.css";
import ChevronLeft from "icons:chevron-left";
import ChevronRight from "icons:chevron-right";
import X from "icons:x";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { formatNumber } from "../../lib/i18n/format.ts";
import { catalogue } from "../../lib/i18n/i18n.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { BuyButton } from "./buy-bar.tsx";
import { Heart, usePicking } from "./picking.tsx";
import { SaveButton } from "./save-button.tsx";
import { useTexts } from "./texts.ts";
import { titleOf } from "./titles.ts";
import { mayDownload } from "./view.ts";
import en from "./viewer.messages.json";
import { openStage, STAGE_SIZES, type Stage, type StageSize } from "./viewer-stage.ts";

const useViewerTexts = catalogue(en);

type Props = {
	page: ShareResponse;
	files: readonly ShareFile[];
	shown: ShareFile;
	onShow: (id: string) => void;
	onClose: () => void;
};

const BUTTON =
	"grid size-11 shrink-0 place-items-center rounded-full bg-black/55 text-white hover:bg-black/80 focus-visible:outline-white";

/** The native dialog makes everything else inert; a library handles gestures. */
export default function Viewer({ page, files, shown, onShow, onClose }: Props) {
	const t = useViewerTexts();
	const paid = mayDownload(page);
	const picking = usePicking();
	const dialog = useRef<HTMLDialogElement>(null);
	const stageBox = useRef<HTMLDivElement>(null);
	const stage = useRef<Stage>(null);
	const [size, setSize] = useState<StageSize>("medium");
	const [isBare, setBare] = useState(false);
	const at = files.findIndex((file) => file.id === shown.id);
	const handlers = useRef({ onShow, onClose });
	useLayoutEffect(() => {
		handlers.current = { onShow, onClose };
	});
	useLayoutEffect(() => {
		const element = dialog.current;
		element?.showModal();
		element?.focus();
		// Closing restores the focus.
		return () => element?.close();
	}, []);
	const start = useRef({ at, size });
	useEffect(() => {
		if (!stageBox.current) return;
		const opened = openStage(stageBox.current, {
			files,
			paid,
			...start.current,
			onShow: (file) => handlers.current.onShow(file.id),
			onClose: () => handlers.current.onClose(),
			onTap: () => setBare((bare) => !bare),
		});
		stage.current = opened;
		return () => opened.destroy();
	}, [files, paid]);
	useEffect(() => {
		start.current = { at, size };
		stage.current?.goTo(at);
		stage.current?.resize(size);
	}, [at, size]);
	useEffect(() => {
		picking?.onSeen(shown.id);
	}, [picking, shown.id]);
	const several = files.length > 1;
	const bar = classes(
		"pointer-events-none absolute inset-x-0 z-10 flex items-center gap-3 px-3 transition-opacity duration-150 *:pointer-events-auto sm:px-5",
		isBare && "invisible opacity-0",
	);
	return (
		<dialog
			ref={dialog}
			tabIndex={-1}
			aria-label={titleOf(shown)}
			className="viewer fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-black p-0 text-white outline-none"
			onCancel={(event) => {
				// A popover in the dialog closes first.
				if (event.target !== event.currentTarget) return;
				event.preventDefault();
				stage.current?.close();
			}}
		>
			{/* Keeps its layers below the bars. */}
			<div ref={stageBox} className="absolute inset-0 isolate" />
			<div className={`${bar} top-0 pt-[max(0.75rem,env(safe-area-inset-top))]`}>
				<p className="flex min-w-0 flex-1 items-baseline gap-3 text-15 [text-shadow:0_1px_3px_black]">
					<span dir="auto" className="min-w-0 truncate">
						{titleOf(shown)}
					</span>
					<span className="tabular shrink-0 text-13 text-white/75" aria-live="polite">
						<span aria-hidden="true">
							{formatNumber(at + 1)} / {formatNumber(files.length)}
						</span>
						<span className="sr-only">
							{t("viewer.position", { n: at + 1, total: files.length })}
						</span>
					</span>
				</p>
				<Heart file={shown} on="stage" />
				<Sizes size={size} onSize={setSize} />
				<button
					type="button"
					className={BUTTON}
					aria-label={t("viewer.close")}
					onClick={() => stage.current?.close()}
				>
					<Icon of={X} />
				</button>
			</div>
			{several && (
				<div className={`${bar} top-1/2 -mt-6 justify-between max-sm:hidden`}>
					<button
						type="button"
						className={BUTTON}
						aria-label={t("viewer.previous")}
						onClick={() => stage.current?.move(-1)}
					>
						<Icon of={ChevronLeft} />
					</button>
					<button
						type="button"
						className={BUTTON}
						aria-label={t("viewer.next")}
						onClick={() => stage.current?.move(1)}
					>
						<Icon of={ChevronRight} />
					</button>
				</div>
			)}
			{picking && (
				<div
					className={`${bar} bottom-0 justify-between pb-[max(0.75rem,env(safe-area-inset-bottom))]`}
				>
					<picking.InViewer file={shown} />
				</div>
			)}
			{paid && !picking && (
				<div
					className={`${bar} bottom-0 justify-end pb-[max(0.75rem,env(safe-area-inset-bottom))]`}
				>
					<SaveButton key={shown.id} file={shown} />
				</div>
			)}
			{shareViewStatusOf(page) === "for-sale" && !picking && (
				<div
					className={`${bar} bottom-0 justify-between pb-[max(0.75rem,env(safe-area-inset-bottom))]`}
				>
					<Hint file={shown} />
					<BuyButton page={page} />
				</div>
			)}
		</dialog>
	);
}

function Hint({ file: { preview } }: { file: ShareFile }) {
	const t = useTexts();
	const ofViewer = useViewerTexts();
	const text = {
		image: t("share.blurredHint"),
		watermarked: t("share.watermarkHint"),
		sample: t("share.sample"),
		clip: ofViewer("viewer.clipHint"),
	}[String(preview?.kind)];
	return <p className="min-w-0 text-13 text-white/75 [text-shadow:0_1px_3px_black]">{text}</p>;
}

function Sizes({ size, onSize }: { size: StageSize; onSize: (size: StageSize) => void }) {
	const t = useViewerTexts();
	return (
		<fieldset className="flex shrink-0 gap-1 rounded-full bg-black/55 p-1 text-13 max-lg:hidden">
			<legend className="sr-only">{t("viewer.size.label")}</legend>
			{STAGE_SIZES.map((one) => (
				<label
					key={one}
					className="cursor-pointer rounded-full px-3 py-1.5 text-white/75 hover:text-white has-checked:bg-white/20 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-white"
				>
					<input
						type="radio"
						name="preview-size"
						className="sr-only"
						checked={size === one}
						onChange={() => onSize(one)}
					/>
					{t(`viewer.size.${one}`)}
				</label>
			))}
		</fieldset>
	);
}
