import { type ReactNode, useId, useState } from "react";
import { MAX_SAMPLES } from "../../worker/contract/constants.ts";
import { useSamplesTexts } from "../lib/texts/samples-texts.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Check } from "../ui/icons/check.ts";

type Props = {
	/** what can be chosen, in the order of the page */
	pictures: readonly { id: string; label: string; thumbnail: ReactNode }[];
	/** ids */
	chosen: readonly string[];
	onChange: (ids: readonly string[]) => void;
};

/** How many pictures are offered at first, and by every further step. */
const STEP = 24;

/** Chooses the pictures, three at most, that buyers see sharp before payment; nothing without a picture. */
export function SamplesField({ pictures, chosen, onChange }: Props) {
	const t = useSamplesTexts();
	const id = useId();
	const [shown, setShown] = useState(STEP);
	if (pictures.length === 0) return null;
	const isFull = chosen.length >= MAX_SAMPLES;
	const toggle = (picture: string) =>
		onChange(
			chosen.includes(picture) ? chosen.filter((one) => one !== picture) : [...chosen, picture],
		);
	return (
		<fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
			<legend className="mb-1.5 font-medium">{t("samples.legend", { n: MAX_SAMPLES })}</legend>
			<p id={`${id}-hint`} className="mb-2 text-13 text-muted">
				{t("samples.hint")}
			</p>
			<div className="-mx-1 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-1">
				{pictures.slice(0, shown).map((picture) => {
					const isChosen = chosen.includes(picture.id);
					return (
						<label
							key={picture.id}
							title={picture.label}
							className={classes(
								"relative size-16 overflow-hidden rounded-control bg-faint has-focus-visible:outline-2 has-focus-visible:outline-primary",
								isChosen && "ring-2 ring-primary ring-offset-2 ring-offset-surface",
								isFull && !isChosen ? "opacity-50" : "cursor-pointer",
							)}
						>
							<input
								type="checkbox"
								name="samples"
								className="sr-only"
								checked={isChosen}
								disabled={isFull && !isChosen}
								onChange={() => toggle(picture.id)}
							/>
							{picture.thumbnail}
							<span className="sr-only">{picture.label}</span>
							{isChosen && (
								<span className="absolute end-1 bottom-1 grid size-5 place-items-center rounded-full bg-primary text-primary-content">
									<Icon of={Check} size={14} />
								</span>
							)}
						</label>
					);
				})}
				{pictures.length > shown && (
					<button
						type="button"
						className="tabular grid size-16 cursor-pointer place-items-center rounded-control bg-faint text-13 text-muted hover:text-ink"
						aria-label={t("samples.more", { n: pictures.length - shown })}
						onClick={() => setShown(shown + STEP)}
					>
						+{pictures.length - shown}
					</button>
				)}
			</div>
		</fieldset>
	);
}
