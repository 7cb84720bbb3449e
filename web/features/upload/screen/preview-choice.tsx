import { useId, useSyncExternalStore } from "react";
import type { PreviewPolicy } from "../../../../worker/contract/catalogue/share-fields.ts";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { madeOf, stock, subscribe } from "../../../preview-engine/stock.ts";
import { classes } from "../../../ui/classes.ts";
import { CheckField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";

type Images = PreviewPolicy["images"];
type Shown = Exclude<Images, "none">;
type Examples = {
	/** URLs of what is sent */
	urls: Record<Shown, string>;
	/** width by height */
	ratio: number;
};

/** Skips damaged pictures. */
const ATTEMPTS = 3;

const TEXTS = {
	blur: ["offer.blur", "upload.previewBlurHint"],
	watermark: ["offer.watermark", "upload.previewWatermarkHint"],
} as const;

export function PreviewChoice({
	files,
	chosen,
	onChoose,
}: {
	files: readonly { file: File }[];
	chosen: Images;
	onChoose: (images: Images) => void;
}) {
	const t = useTexts();
	const offer = useOfferTexts();
	const pictures = files.map(({ file }) => file).filter(isPicture);
	const examples = useExamples(pictures);
	if (files.length === 0) return null;
	return (
		<>
			{pictures.length > 0 && (
				<fieldset>
					<legend className="mb-2 font-medium">{offer("offer.pictures")}</legend>
					<div className="grid max-w-xl grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
						{(["blur", "watermark"] as const).map((images) => (
							<Choice
								key={images}
								images={images}
								isChosen={chosen === images}
								onChoose={() => onChoose(images)}
							/>
						))}
					</div>
					{examples && chosen !== "none" && (
						<Example
							url={examples.urls[chosen]}
							ratio={examples.ratio}
							isBlurred={chosen === "blur"}
						/>
					)}
				</fieldset>
			)}
			<CheckField
				label={offer("offer.none")}
				hint={t("upload.previewNoneHint")}
				name="noPreviews"
				checked={chosen === "none"}
				onChange={(event) => onChoose(event.target.checked ? "none" : "blur")}
			/>
		</>
	);
}

function Choice({
	images,
	isChosen,
	onChoose,
}: {
	images: Shown;
	isChosen: boolean;
	onChoose: () => void;
}) {
	const t = useTexts();
	const offer = useOfferTexts();
	const id = useId();
	const [label, hint] = TEXTS[images];
	return (
		<label
			className={classes(
				"flex min-w-0 cursor-pointer flex-col overflow-hidden rounded-card border transition-colors duration-150",
				isChosen ? "border-primary bg-primary/8" : "border-line hover:border-edge",
			)}
		>
			<span className="flex flex-col gap-x-2.5 gap-y-1.5 p-3 max-sm:p-2.5 sm:flex-row">
				<input
					type="radio"
					name="previewImages"
					aria-labelledby={`${id}-label`}
					aria-describedby={`${id}-hint`}
					className="radio radio-primary radio-sm mt-0.5 shrink-0 border-edge"
					checked={isChosen}
					onChange={onChoose}
				/>
				<span className="min-w-0">
					<span id={`${id}-label`} className="block">
						{offer(label)}
					</span>
					<span id={`${id}-hint`} className="block text-13 text-muted">
						{t(hint)}
					</span>
				</span>
			</span>
		</label>
	);
}

/** As wide as the largest picture on a share's page. */
function Example({ url, ratio, isBlurred }: { url: string; ratio: number; isBlurred: boolean }) {
	return (
		<span
			className={classes(
				"relative mt-3 block w-full overflow-hidden rounded-control bg-faint",
				isBlurred && "frosted",
			)}
			style={{ aspectRatio: ratio, maxWidth: `min(44rem, ${64 * ratio}svh)` }}
		>
			<img src={url} alt="" className={isBlurred ? undefined : "size-full object-cover"} />
		</span>
	);
}

/** Of the first picture that can be decoded. */
function useExamples(pictures: readonly File[]): Examples | null {
	const isMade = (file: File) => {
		const { renditions } = madeOf(file);
		return renditions.has("image") && renditions.has("watermarked");
	};
	const file = useSyncExternalStore(
		subscribe,
		() => pictures.slice(0, ATTEMPTS).find(isMade) ?? null,
	);
	const renditions = file && madeOf(file).renditions;
	const [blurred, marked] = [renditions?.get("image"), renditions?.get("watermarked")];
	if (!blurred || !marked) return null;
	return {
		urls: { blur: stock.urlOf(blurred), watermark: stock.urlOf(marked) },
		ratio: (marked.width ?? 4) / (marked.height ?? 3),
	};
}
