import ImagePlus from "icons:image-plus";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pickFile } from "../lib/forms/pick-file.ts";
import { type CoverChoice, coverPicture } from "../lib/selling/cover-picture.ts";
import { useCoverTexts } from "../lib/texts/cover-texts.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";

/** A file with a picture, or the share's current picture under the share's id. */
type CoverOption = { id: string; label: string; picture: ReactNode };

type Props = {
	options: readonly CoverOption[];
	chosen: CoverChoice;
	onChoose: (choice: CoverChoice) => void;
	error?: string | undefined;
};

const STEP = 23;
const TILE =
	"relative grid h-16 min-w-16 cursor-pointer place-items-center overflow-hidden rounded-control text-13 text-muted has-focus-visible:outline-2 has-focus-visible:outline-primary";

export function CoverField({ options, chosen, onChoose, error }: Props) {
	const t = useCoverTexts();
	const id = useId();
	const field = useRef<HTMLFieldSetElement>(null);
	const [shown, setShown] = useState(STEP);
	const [isReading, setReading] = useState(false);
	const [unreadable, setUnreadable] = useState<string | null>(null);
	// It stays available after another one was chosen.
	const [own, setOwn] = useState("picture" in chosen ? chosen.picture : null);
	const ownAddress = usePictureAddress(own);
	const chosenOption =
		"fileId" in chosen ? options.find((option) => option.id === chosen.fileId) : undefined;
	const isOwn = "picture" in chosen;
	const fallback = t(options.length > 0 ? "cover.default" : "cover.automatic");
	const problem = unreadable === null ? error : t("cover.unreadable", { name: unreadable });

	async function upload() {
		const file = await pickFile("image/*");
		if (!file) return;
		setReading(true);
		try {
			const picture = await coverPicture(file);
			setUnreadable(null);
			setOwn(picture);
			onChoose({ picture });
		} catch {
			setUnreadable(file.name);
		} finally {
			setReading(false);
		}
	}
	function choose(choice: CoverChoice) {
		setUnreadable(null);
		onChoose(choice);
	}
	function showMore() {
		flushSync(() => setShown(shown + STEP));
		// The button may be gone.
		field.current?.querySelector<HTMLElement>(`[data-at="${shown}"] input`)?.focus();
	}

	return (
		<fieldset
			ref={field}
			className="min-w-0"
			aria-describedby={`${id}-hint ${problem ? `${id}-error` : ""}`}
		>
			<legend className="mb-1.5 font-medium">{t("cover.legend")}</legend>
			<p id={`${id}-hint`} className="mb-2 text-13 text-muted">
				{t("cover.hint")}
			</p>
			<div className="-mx-1 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-1">
				<Tile
					label={fallback}
					checked={!isOwn && !chosenOption}
					onChoose={() => choose({ fileId: null })}
				/>
				{own && ownAddress && (
					<Tile
						label={t("cover.own")}
						picture={<img alt="" src={ownAddress} className="size-full object-cover" />}
						checked={isOwn}
						onChoose={() => choose({ picture: own })}
					/>
				)}
				{options.slice(0, shown).map((option, at) => (
					<Tile
						key={option.id}
						at={at}
						label={option.label}
						picture={option.picture}
						checked={option === chosenOption}
						onChoose={() => choose({ fileId: option.id })}
					/>
				))}
				{options.length > shown && (
					<button
						type="button"
						className={classes(TILE, "tabular bg-faint hover:text-ink")}
						aria-label={t("cover.more", { n: options.length - shown })}
						onClick={showMore}
					>
						+{options.length - shown}
					</button>
				)}
			</div>
			<div className="mt-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
				<Button
					size="sm"
					icon={<Icon of={ImagePlus} size={18} />}
					pending={isReading && t("cover.reading")}
					onClick={upload}
				>
					{t("cover.upload")}
				</Button>
				<span className="min-w-0 truncate text-13 text-muted">
					{isOwn ? t("cover.own") : chosenOption?.label}
				</span>
			</div>
			{problem && (
				<p id={`${id}-error`} role="alert" className="mt-1 break-words text-13 text-error">
					{problem}
				</p>
			)}
		</fieldset>
	);
}

type TileProps = {
	label: string;
	picture?: ReactNode;
	at?: number;
	checked: boolean;
	onChoose: () => void;
};

function Tile({ label, picture, at, checked, onChoose }: TileProps) {
	return (
		<label
			title={label}
			data-at={at}
			className={classes(
				TILE,
				"bg-faint",
				picture ? "w-16" : "max-w-24 px-2",
				checked && "ring-2 ring-primary ring-offset-2 ring-offset-surface",
			)}
		>
			<input type="radio" name="cover" className="sr-only" checked={checked} onChange={onChoose} />
			{picture ? (
				<>
					{picture}
					<span className="sr-only">{label}</span>
				</>
			) : (
				<span className="text-center leading-tight">{label}</span>
			)}
		</label>
	);
}

/** Revoked when the component unmounts. */
function usePictureAddress(picture: Blob | null): string | null {
	const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
	useEffect(() => {
		if (address) return () => URL.revokeObjectURL(address);
	}, [address]);
	return address;
}
